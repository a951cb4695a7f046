import { type AnyRecord, shapes } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'
import { findAddress } from '../store/control/addresses.ts'
import type { Queryable } from '../store/db.ts'
import type { BroadcastFacts } from '../store/memory/broadcast-facts.ts'
import type { Facts } from '../store/memory/facts.ts'
import { findBroadcastById, findBroadcastBySlug, type SiteRow } from '../store/public/public.ts'
import type { Audience } from '../store/public/public-visibility.ts'
import { findWebsite, type WebsiteRow } from '../store/public/websites.ts'

/** A broadcast as anonymous readers see it. */
export interface Site {
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  /** The name in the path: its id, or the slug of its website. */
  address: string
  timezone: string
  dayStart: string
  /** Whether it has a website at all. */
  isWeb: boolean
  audience: Audience
}

/** A channel that shows a broadcast on the web. */
export interface Website {
  site: Site
  channel: 'web' | 'kiosk'
  /** The preferred address of the site: its own domain, or its slug. */
  domain: string | null
  slug: string | null
}

export interface Sites {
  /**
   * The website or kiosk at an address: a slug, an own domain, or with a preview link the id of a broadcast. One that is private
   * or not on the web gets the same 404 as a missing one.
   */
  openWebsite(db: Queryable, address: string, previewToken: string | null): Promise<Website>
  /** The broadcast of a path. A private one without a valid token gets the same 404 as a missing one. */
  open(db: Queryable, address: string, previewToken?: string | null): Promise<Site>
  /** The same of a public one that is in memory, without a preview link. */
  openNow(address: string): Site | undefined
  /** A broadcast as its members would see it published: with drafts. */
  openForMembers(db: Queryable, broadcastId: string): Promise<Site>
  /** A token that shows drafts, until it expires. */
  previewToken(broadcastId: string, expiresAtMs: number): string
}

/** What decides how a broadcast is shown, until it changes. */
type Opened = Omit<Site, 'audience'> & { locales: readonly string[]; isPublic: boolean }

export function createSites({
  control,
  clock,
  vault,
  facts,
}: {
  control: Queryable<'control'>
  clock: Clock
  vault: Vault
  facts: Facts
}): Sites {
  /** The public broadcast that had an address when it was last looked up. */
  const owners = new Map<string, string>()
  const rememberOwner = ({ address, broadcastId, isPublic: isKnown }: Opened) => {
    if (owners.size >= maxOwners) owners.clear()
    if (isKnown) owners.set(address, broadcastId)
    else owners.delete(address)
  }
  const isPreview = (broadcastId: string, token: string) =>
    readToken(vault, 'previews', token, clock.now())?.words[0] === broadcastId

  const siteOf = ({ locales, isPublic: _, ...site }: Opened, withDrafts: boolean): Site => ({
    ...site,
    audience: { at: new Date(clock.now()), withDrafts, locales },
  })

  /** Looks an address up where it was last. A record that has it needs no other proof: addresses are unique. */
  const findAt = async <Row>(address: string, find: (broadcastId: string) => Promise<Row | undefined>) => {
    const last = owners.get(address)
    const there = last === undefined ? undefined : await find(last)
    if (there) return there
    owners.delete(address)
    // A missing address takes both steps, too, so that no difference in time tells it from a private one.
    return find((await findAddress(control, address)) ?? '')
  }

  const knownAt = (address: string): Opened | undefined => {
    const broadcastId = isObjectId(address) ? address : owners.get(address)
    return broadcastId === undefined ? undefined : facts.find<Opened>(broadcastId, siteName(address))
  }

  const findOpened = async (db: Queryable, address: string): Promise<Opened | undefined> => {
    const known = knownAt(address)
    if (known) return known
    const isId = isObjectId(address)
    const read = async () => {
      const row = await (isId
        ? findBroadcastById(db, address)
        : findAt(address, (id) => findBroadcastBySlug(db, id, address)))
      return row && openedOf(row, address)
    }
    // A private one is looked up like a missing one, so that no difference in time tells them apart.
    const opened = await facts.learn(siteName(address), read, (found) =>
      found?.isPublic ? found.broadcastId : undefined,
    )
    if (opened && !isId) rememberOwner(opened)
    return opened
  }

  return {
    openNow(address) {
      const opened = knownAt(address)
      return opened?.isPublic ? siteOf(opened, false) : undefined
    },
    async open(db, address, previewToken) {
      const opened = await findOpened(db, address)
      if (!opened) throw notFound()
      const withDrafts = typeof previewToken === 'string'
      const isOpen = withDrafts ? isPreview(opened.broadcastId, previewToken) : opened.isPublic
      if (!isOpen) throw notFound()
      return siteOf(opened, withDrafts)
    },
    async openWebsite(db, address, previewToken) {
      const isId = isObjectId(address)
      const row = isId
        ? await findPreviewed(db, address)
        : await findAt(address, (broadcastId) => findWebsite(db, broadcastId, address))
      if (!row || (isId && previewToken === null)) throw notFound()
      const opened = openedOf(row, address)
      if (!isId) rememberOwner(opened)
      const site = siteOf(opened, previewToken !== null)
      const isOpen = previewToken === null ? opened.isPublic : isPreview(row.broadcast_id, previewToken)
      if (!isOpen || !site.isWeb) throw notFound()
      return { site, channel: row.type, domain: row.domain, slug: row.slug }
    },
    async openForMembers(db, broadcastId) {
      const row = await findBroadcastById(db, broadcastId)
      if (!row) throw notFound()
      return siteOf(openedOf(row, broadcastId), true)
    },
    previewToken: (broadcastId, expiresAtMs) => signToken(vault, 'previews', [broadcastId], expiresAtMs),
  }
}

function openedOf(row: SiteRow, address: string): Opened {
  const record: AnyRecord = JSON.parse(row.body)
  return {
    broadcastId: row.broadcast_id,
    userId: row.user_id,
    address,
    timezone: String(record.timezone),
    dayStart: String(record.dayStart),
    isWeb: record.isWeb === true,
    locales: (record.locales as string[] | undefined) ?? shapes.locales,
    isPublic: isPublic(record),
  }
}

const siteName = (address: string) => `site ${address}`

const maxOwners = 5_000

/** A preview link with the id of a broadcast shows it as a website that has no address. */
async function findPreviewed(db: Queryable, id: string): Promise<WebsiteRow | undefined> {
  const row = await findBroadcastById(db, id)
  return row && { ...row, type: 'web', domain: null, slug: null }
}

/** When the next record becomes visible without a write. A preview link shows drafts before that. */
export async function nextDueMs(facts: BroadcastFacts, { broadcastId, audience }: Site): Promise<number> {
  const due = audience.withDrafts ? undefined : await facts.nextDue(broadcastId, audience.at)
  return due?.getTime() ?? Number.POSITIVE_INFINITY
}

/** The fields of a broadcast that decide whether it is public. */
export const publicFields = ['isPrivate', 'isWeb', 'isApp']

/** Whether a broadcast is public at all. */
export const isPublic = ({ isPrivate, isWeb, isApp }: AnyRecord) =>
  isPrivate !== true && (isWeb === true || isApp === true)

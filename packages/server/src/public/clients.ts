import { randomBytes } from 'node:crypto'
import { type AnyRecord, kinds, type ReminderMinutes } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'
import type { Content } from '../content/content.ts'
import { createRecord, createRecords } from '../content/create-record.ts'
import { removeRecord } from '../content/remove-record.ts'
import { updateRecord } from '../content/update-record.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Queryable, Tx } from '../store/db.ts'
import { findClientByToken, insertClientToken } from '../store/public/clients.ts'
import { findVisible } from '../store/public/public.ts'
import { findRecord } from '../store/records/records.ts'
import type { Site } from './site.ts'

/** The fields that an app can set. */
export interface ClientPatch {
  platform?: string | null
  locale?: string | null
  favoriteIds?: string[]
  pushSubscription?: Record<string, unknown> | null
  reminderMinutes?: ReminderMinutes | null
  quietHours?: { from: string; to: string } | null
}

export interface NewEvent {
  type: string
  metadata?: Record<string, unknown>
  occurredAt?: string
}

/** Installed apps and browsers: each has its own token, which gives access to its own record only. */
export interface Clients {
  register(tx: Tx, site: Site, sent: ClientPatch): Promise<{ client: AnyRecord; token: string }>
  /** The client of a token; an invalid token, or one of another broadcast, is refused. */
  require(site: Site, token: string | undefined): Promise<AnyRecord>
  update(site: Site, client: AnyRecord, sent: ClientPatch): Promise<AnyRecord>
  remove(site: Site, client: AnyRecord): Promise<void>
  /** Appends events of a visitor, and updates the last-seen time of the client. */
  append(tx: Tx, site: Site, client: AnyRecord, events: NewEvent[]): Promise<void>
  /** The favorites that are currently on the programme. */
  favoritesOf(db: Queryable, site: Site, client: AnyRecord): Promise<string[]>
  /** A token that gives access only to the calendar of the client's favorites. */
  calendarToken(client: AnyRecord): string
  findByCalendarToken(site: Site, token: string): Promise<AnyRecord | undefined>
}

export function createClients(parts: { db: Db; clock: Clock; vault: Vault; content: Content }): Clients {
  const { db, clock, vault, content } = parts
  const kind = kinds.broadcastClient

  const visibleAmong = async (reader: Queryable, site: Site, ids: string[]): Promise<string[]> => {
    const found = ids.length === 0 ? [] : await findVisible(reader, site.broadcastId, ids, site.audience)
    const visible = new Set(found.filter((one) => one.kind === kinds.broadcastSession.name).map(idOf))
    return ids.filter((id) => visible.has(id))
  }
  /** Sessions that are not on the programme are silently left out; favorites that are withdrawn for a while are kept. */
  const withFavorites = async (tx: Tx, site: Site, sent: ClientPatch, kept: string[]) => {
    if (!sent.favoriteIds) return sent
    const wanted = await visibleAmong(tx, site, [...new Set(sent.favoriteIds)])
    const onProgramme = new Set(await visibleAmong(tx, site, kept))
    return { ...sent, favoriteIds: [...wanted, ...kept.filter((id) => !onProgramme.has(id))] }
  }
  const seenNow = () => ({ lastSeenAt: new Date(clock.now()).toISOString() })

  return {
    async register(tx, site, sent) {
      const token = `${tokenPrefix}${randomBytes(24).toString('base64url')}`
      const [digest] = vault.digests(token, digestPurpose)
      if (!digest) throw new Error('there is no secret key')
      const body = await withFavorites(tx, site, sent, [])
      const client = await content.writeIn(tx, site, visitor(), (writing) =>
        createRecord(writing, kind, body, { service: seenNow() }),
      )
      await insertClientToken(tx, site.broadcastId, client._id, digest)
      return { client, token }
    },
    async require(site, token) {
      const isOurs = token?.startsWith(tokenPrefix)
      const body = isOurs
        ? await findClientByToken(db, site.broadcastId, vault.digests(token ?? '', digestPurpose))
        : undefined
      if (body === undefined)
        throw new AppError('unauthenticated', 'The token of a registered app is needed.', {
          headers: { 'www-authenticate': 'Bearer realm="Marquee"' },
        })
      return JSON.parse(body)
    },
    update: (site, client, sent) =>
      content.write(site, visitor(client), (writing) =>
        updateRecord(
          writing,
          kind,
          { id: client._id },
          (before: AnyRecord) => withFavorites(writing.tx, site, sent, before.favoriteIds as string[]),
          { service: seenNow() },
        ),
      ),
    remove: (site, client) =>
      content.write(site, visitor(client), (writing) => removeRecord(writing, kind, client._id)),
    async append(tx, site, client, events) {
      const isSeenLately = Date.parse(String(client.lastSeenAt)) > clock.now() - 60_000
      await content.writeIn(tx, site, visitor(client), async (writing) => {
        const clientId = client._id
        await createRecords(
          writing,
          kinds.broadcastEvent,
          events.map((event) => ({ body: { ...event, clientId } })),
        )
        if (!isSeenLately) await updateRecord(writing, kind, { id: clientId }, {}, { service: seenNow() })
      })
    },
    favoritesOf: (reader, site, client) => visibleAmong(reader, site, client.favoriteIds as string[]),
    calendarToken: ({ _id }) => signToken(vault, 'calendars', [_id], forever),
    async findByCalendarToken(site, token) {
      const [clientId = ''] = readToken(vault, 'calendars', token, clock.now())?.words ?? []
      const body = await findRecord(db, site.broadcastId, kind, clientId)
      return body === undefined ? undefined : JSON.parse(body)
    },
  }
}

const idOf = ({ body }: { body: string }): string => JSON.parse(body)._id
const visitor = (client?: AnyRecord): Actor => ({ type: 'visitor', ...(client && { id: client._id }) })

const tokenPrefix = 'mrq_client_'
const digestPurpose = 'client-token'
/** A calendar is subscribed to once and read for years; deleting the client revokes it. */
const forever = Date.UTC(9999, 0)

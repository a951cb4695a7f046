import assert from 'node:assert/strict'
import { type Kind, kinds } from '@marquee/model'
import type { Row } from '../support/content-model.ts'
import { publicKinds, type Stored, storedRows } from '../support/public-model.ts'
import { laidOver, referencePlaces } from '../support/reference-places.ts'
import { sampleBody } from '../support/sample-body.ts'
import { apiWith, type TestService, type TestTenant } from '../support/service.ts'

/** Part of every text of every hidden record. */
export const hiddenMark = 'zhiddenz'
/** Part of the texts of records that were public before they were hidden. */
export const onceMark = 'zoncez'
/** Part of every non-public field of public records. */
export const secretMark = 'zsecretz'

/** A broadcast with everything that can be hidden, and every possible reference to it. */
export interface HiddenWorld {
  tenant: TestTenant
  slug: string
  /** Bundle cursors of past moments, and the ids visible then. */
  past: { cursor: string; ids: Set<string> }[]
  /** The ids of records that were never public. */
  never: Set<string>
  /** The ids of records that were public, and no longer are. */
  once: Set<string>
  /** The token of an app whose favorites were removed from the programme. */
  clientToken: string
  clientId: string
  stored(): Promise<Stored[]>
}

export async function seedHiddenWorld(service: TestService): Promise<HiddenWorld> {
  const tenant = await service.newTenant()
  const world = new Seeding(service, tenant)
  await world.openDoors()
  await world.remember()
  for (const [plural, states] of Object.entries(hiddenStates)) await world.addNever(plural, states)
  await world.addCompanions()
  await world.addHiddenMedia()
  for (const { plural } of publicKinds) await world.addVisible(plural)
  for (const [plural, states] of Object.entries(hiddenStates)) await world.addOnce(plural, states)
  await world.addHolders()
  const client = await world.addPeople()
  await world.remember()
  await world.hide()
  await world.decorate()
  const { slug, past } = world
  const stored = () => storedRows(service.platform.db, tenant.broadcastId)
  const once = new Set(world.once.keys())
  return { tenant, slug, past, never: world.never, once, clientToken: client.token, clientId: client._id, stored }
}

/** How a record is hidden. Deleted ones were drafts before, or published. */
type State = Row & { isDeleted?: boolean }

const drafts: State[] = [
  { status: 'draft' },
  { status: 'draft', isDeleted: true },
  { status: 'published', isDeleted: true },
]
const farFuture = '2999-01-01T00:00:00.000Z'
const longAgo = '2001-01-01T00:00:00.000Z'

const hiddenStates: Record<string, State[]> = {
  broadcastSessions: drafts,
  broadcastInterestPoints: drafts,
  broadcastMaps: drafts,
  broadcastHosts: drafts,
  broadcastCategories: drafts,
  broadcastNetworkingForms: drafts,
  broadcastPages: [...drafts, { status: 'draft', isPrivate: true }, { status: 'published', isPrivate: true }],
  broadcastArticles: [
    ...drafts,
    ...[true, false].flatMap((isPrivate) =>
      [farFuture, longAgo].flatMap((publishedAt) =>
        ['draft', 'published'].map((status) => ({ status, isPrivate, publishedAt })),
      ),
    ),
  ].filter(
    ({ status, ...state }: State) =>
      status === 'draft' || Object.values(state).some((value) => value !== false && value !== longAgo),
  ),
}

class Seeding {
  readonly #service: TestService
  readonly #tenant: TestTenant
  readonly never = new Set<string>()
  /** Published for a while: the change that hides it later. */
  readonly once = new Map<string, { plural: string; state: State }>()
  readonly past: { cursor: string; ids: Set<string> }[] = []
  readonly slug: string
  #mediaId = ''
  readonly #visible: Record<string, string[]> = {}
  #count = 0

  constructor(service: TestService, tenant: TestTenant) {
    this.#service = service
    this.#tenant = tenant
    this.slug = `s-${tenant.broadcastId}`
  }

  async openDoors(): Promise<void> {
    const seo = { title: 'Seen', metaDescription: null, indexing: true }
    await this.#create('broadcastDiffusers', [{ type: 'web', status: 'published', slug: this.slug, seo }])
  }

  /** Records the current cursor of the bundle. */
  async remember(): Promise<void> {
    const { text, body } = await apiWith(this.#service.url, {})('GET', `/v1/public/${this.slug}/bundle`)
    this.past.push({ cursor: body.cursor, ids: new Set(text.match(/[0-9a-f]{24}/g)) })
  }

  async addNever(plural: string, states: State[]): Promise<void> {
    // Records that are published and then deleted were public.
    const own = states.filter(({ isDeleted, status }) => !(isDeleted && status === 'published'))
    const bodies = own.map(({ isDeleted, ...state }) => ({ ...this.#whole(plural, hiddenMark, hiddenMark), ...state }))
    const ids = await this.#create(plural, bodies)
    for (const id of ids) this.never.add(id)
    await this.#delete(
      plural,
      ids.filter((_, at) => own[at]?.isDeleted),
    )
  }

  /** An image that only drafts show. */
  async addHiddenMedia(): Promise<void> {
    const [mediaId = ''] = await this.#create('medias', [this.#whole('medias', hiddenMark, hiddenMark)])
    this.never.add(mediaId)
    await this.#create('broadcastHosts', [{ title: hiddenMark, media: { mediaId } }])
  }

  /** Everything is public for a moment. */
  async addOnce(plural: string, states: State[]): Promise<void> {
    const bodies = states.map(() => ({ ...this.#whole(plural, onceMark, secretMark), ...isPublished(plural) }))
    const ids = await this.#create(plural, bodies)
    for (const [at, state] of states.entries()) this.once.set(ids[at] ?? '', { plural, state })
  }

  async hide(): Promise<void> {
    for (const [id, { plural, state }] of this.once) {
      const { isDeleted, ...patch } = state
      if (isDeleted) await this.#delete(plural, [id])
      else await this.#call('PATCH', `/${plural}/${id}`, { ...patch, title: hiddenMark })
    }
  }

  /** Media, fonts, and records that only organizers see. */
  async addCompanions(): Promise<void> {
    const media = {
      ...this.#whole('medias', 'Seen', secretMark),
      localeDetails: { fr: { alt: 'Vu', note: secretMark } },
    }
    const [mediaId = ''] = await this.#create('medias', [media])
    this.#mediaId = mediaId
    await this.#create('fonts', [{ ...this.#whole('fonts', 'Seen', secretMark) }])
    for (const plural of [
      'broadcastCampaigns',
      'workflows',
      'broadcastEvents',
      'broadcastContacts',
      'broadcastClients',
    ])
      for (const id of await this.#create(plural, [this.#whole(plural, hiddenMark, hiddenMark)])) this.never.add(id)
    const draft = { type: 'web', status: 'draft', slug: `d-${this.slug}`, seo: { title: hiddenMark } }
    for (const id of await this.#create('broadcastDiffusers', [draft])) this.never.add(id)
  }

  /** Six public records of each kind: one with every field, five small ones that differ. */
  async addVisible(plural: string): Promise<void> {
    const own = { _reference: `${secretMark}-${plural}`, metadata: { note: secretMark }, ...isPublished(plural) }
    const whole = { ...this.#whole(plural, 'Seen', secretMark), ...own, ...spanish(plural) }
    if ('content' in whole) Object.assign(whole, { content: '<p>Seen</p>', contentFormat: 'html' })
    if ('media' in whole) Object.assign(whole, { media: { mediaId: this.#mediaId, note: 'Seen' } })
    const small = [1, 2, 3, 4, 5].map((number) => ({ ...smallBody(plural, number), ...isPublished(plural) }))
    this.#visible[plural] = await this.#create(plural, [whole, ...small])
  }

  /** Public records that refer to hidden ones, from every position; and from free-form JSON. */
  async addHolders(): Promise<void> {
    // A media is public once a public record shows it, so no public record may.
    const hiddenOf = (plural: string) =>
      plural === 'medias' ? [] : [...this.#idsOf(plural, 'never'), ...this.#idsOf(plural, 'once')]
    for (const { plural } of publicKinds) {
      const places = referencePlaces.filter(({ on, to }) => on === plural && hiddenOf(to).length > 0)
      const bodies = places.map(({ to, body }, at) => body(hiddenOf(to)[at % hiddenOf(to).length] ?? ''))
      await this.#create(
        plural,
        bodies.map((body) => ({ ...body, ...isPublished(plural) })),
      )
    }
    const [categories, hosts] = [hiddenOf('broadcastCategories'), hiddenOf('broadcastHosts')]
    const [seenCategory, seenHost] = [this.#visible.broadcastCategories?.[0], this.#visible.broadcastHosts?.[1]]
    await this.#create('broadcastSessions', [
      {
        title: 'Mixed',
        status: 'published',
        categoryIds: [...categories, seenCategory],
        hostIds: [seenHost, ...hosts],
      },
      ...hiddenOf('broadcastInterestPoints').map((interestPointId, at) => ({
        ...{ title: `Placed ${at}`, status: 'published', interestPointId },
        time: { start: `2026-07-04T1${at}:00:00Z`, end: null },
      })),
    ])
    await this.#create('broadcastPages', chunks(this.#stays(), 8).map(loosePage))
    await this.#pointFromBroadcast(hiddenOf)
  }

  /** A client, whose favorites will be hidden, and a contact. */
  async addPeople(): Promise<{ _id: string; token: string }> {
    const favoriteIds = [...this.#idsOf('broadcastSessions', 'once'), ...(this.#visible.broadcastSessions ?? [])]
    const call = apiWith(this.#service.url, {})
    const { status, text, body } = await call('POST', `/v1/public/${this.slug}/clients`, { favoriteIds })
    assert.equal(status, 201, text)
    return body
  }

  /** Non-public fields of the broadcast. */
  async decorate(): Promise<void> {
    await this.#call('PATCH', '', {
      timezone: 'Europe/Paris',
      metadata: { note: secretMark },
      capabilities: { note: secretMark },
      platforms: { ios: { teamId: secretMark } },
      authData: [{ type: 'apiKey', name: secretMark, key: secretMark }],
      authProviders: [{ type: 'oAuth', clientId: secretMark, key: secretMark }],
    })
  }

  async #pointFromBroadcast(hiddenOf: (plural: string) => string[]): Promise<void> {
    const places = referencePlaces.filter(({ on, to }) => on === 'broadcast' && hiddenOf(to).length > 0)
    const bodies = places.map(({ to, body }, at) => body(hiddenOf(to)[at % hiddenOf(to).length] ?? ''))
    const all = this.#stays()
    const blocks = all.map((id) => ({ type: 'paragraph', values: [{ id }] }))
    const loose = { header: { overlay: { all } }, localeDetails: { fr: { blocks } } }
    await this.#call('PATCH', '', bodies.reduce<unknown>(laidOver, { home: loose }))
  }

  /** Hidden records that will not be deleted. */
  #stays(): string[] {
    const staying = [...this.once].filter(([, { state }]) => !state.isDeleted).map(([id]) => id)
    const isMedia = (id: string) => this.#made.get('medias')?.includes(id)
    return [...[...this.never].filter((id) => !this.#gone.has(id) && !isMedia(id)), ...staying]
  }

  #idsOf(plural: string, which: 'never' | 'once'): string[] {
    if (which === 'once') return [...this.once].filter(([, one]) => one.plural === plural).map(([id]) => id)
    return this.#made.get(plural)?.filter((id) => this.never.has(id) && !this.#gone.has(id)) ?? []
  }

  readonly #made = new Map<string, string[]>()
  readonly #gone = new Set<string>()

  /** A body with one text in every public position, and another one in the non-public ones. */
  #whole(plural: string, text: string, inside: string): Row {
    const number = ++this.#count
    const unique = (mark: string) => `${mark}-${number}`
    const body = sampleBody(kindOf(plural), {
      text: ({ pointer, maxLength }) => {
        if (pointer === '/_reference') return unique(inside)
        return (pointer === '/key' ? unique(text) : text).slice(0, maxLength)
      },
      anything: () => text,
      freeForm: () => ({ [inside]: inside }),
      without: (name) => unmade.includes(name),
    })
    const details = body.localeDetails as Record<string, Row> | undefined
    for (const texts of Object.values(details ?? {})) Object.assign(texts, { status: inside, note: { deep: inside } })
    return { ...body, metadata: { [inside]: inside } }
  }

  async #create(plural: string, bodies: unknown[]): Promise<string[]> {
    const operations = bodies.map((body) => ({ op: 'create', body }))
    if (operations.length === 0) return []
    const hasBatch = plural !== 'broadcastEvents'
    const made = hasBatch
      ? (await this.#call('POST', `/${plural}/batch`, { mode: 'atomic', operations })).results
      : [{ id: (await this.#call('POST', `/${plural}`, bodies[0]))._id }]
    const ids: string[] = made.map(({ id }: { id: string }) => id)
    this.#made.set(plural, [...(this.#made.get(plural) ?? []), ...ids])
    return ids
  }

  async #delete(plural: string, ids: string[]): Promise<void> {
    for (const id of ids) {
      await this.#call('DELETE', `/${plural}/${id}`)
      this.#gone.add(id)
    }
  }

  async #call(method: string, path: string, body?: unknown) {
    const reply = await this.#tenant.api(method, `${this.#tenant.path}${path}`, body)
    assert(reply.status < 300, `${method} ${path} answered ${reply.status} ${reply.text.slice(0, 1_000)}`)
    return reply.body
  }
}

const chunks = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Set by the state of a record, or not available as a sample. */
const unmade = ['status', 'isPrivate', 'publishedAt', 'nodes', 'triggers', 'formId', 'favoriteIds', 'clientId']

const kindOf = (plural: string): Kind => {
  const kind: Kind | undefined = Object.values(kinds).find((one: Kind) => one.plural === plural)
  return kind ?? assert.fail(`there is no kind ${plural}`)
}

const isPublished = (plural: string) => ({
  status: 'published',
  ...(plural === 'broadcastArticles' && { publishedAt: longAgo, isPrivate: false }),
  ...(plural === 'broadcastPages' && { isPrivate: false }),
})

/** No public content is in Spanish, so that the language must not be revealed. */
function spanish(plural: string): Row {
  const localized = publicKinds.find((kind) => kind.plural === plural)?.localized ?? []
  const hasDefault = ['broadcastSessions', 'broadcastArticles', 'broadcastPages'].includes(plural)
  const texts = (word: string) => ({ ...(localized.includes('title') && { title: word }), status: secretMark })
  return { localeDetails: { fr: texts('Vu'), en: texts('Seen') }, ...(hasDefault && { defaultLocale: 'fr' }) }
}

function smallBody(plural: string, number: number): Row {
  const title = `Seen ${'bdace'[number - 1]}`
  if (plural === 'broadcastSessions')
    return {
      ...{ title, color: '#abc', description: number % 2 ? 'Seen loud' : null },
      time: {
        start: `2026-07-0${number}T0${number + 2}:30:00Z`,
        end: number % 2 ? `2026-07-0${number}T09:00:00Z` : null,
      },
    }
  if (plural === 'broadcastInterestPoints') return { title, position: { x: number, y: -number }, color: '#ff5a36' }
  if (plural === 'broadcastMaps') return { title, width: number * 100, height: 7, type: 'geo' }
  if (plural === 'broadcastArticles') return { title, content: '<p>Seen</p>', categoryIds: [] }
  if (plural === 'broadcastPages') return { title, url: `/seen-${number}` }
  return { title }
}

/** A page with ids of records in free-form JSON. */
function loosePage(ids: string[], at: number): Row {
  const [id] = ids
  const query = { filters: [{ hostIds: id }, { _id: { $in: ids } }, [id, ids]], limit: -1 }
  return {
    title: `Loose ${at}`,
    status: 'published',
    media: { id, deep: [{ ids: [...ids, 'kept'] }] },
    blocks: [
      { type: 'hosts', query, navigator: { query } },
      { type: 'paragraph', text: 'Seen', values: ids.map((one) => ({ id: one })) },
      { type: 'section', blocks: [{ type: 'sessions', query }] },
    ],
    localeDetails: { en: { blocks: [{ type: 'articles', query }] } },
  }
}

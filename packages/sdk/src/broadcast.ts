import { readBundle } from './bundle.ts'
import { type ChangesPage, followChanges, readChanges, readChangesPage, type StreamOptions } from './changes.ts'
import { Imports } from './imports.ts'
import { Jobs } from './jobs.ts'
import { Keys } from './keys.ts'
import {
  type BatchResult,
  type CreateOptions,
  KindCollection,
  type MixedOperation,
  type WriteOptions,
  writeRequest,
} from './kind-collection.ts'
import { withKindGetters } from './kind-getters.ts'
import { Campaigns, Diffusers, Medias, Members, Revisions, Runs, Workflows } from './kinds-with-verbs.ts'
import { segment } from './segment.ts'
import type { Change, DryRun, KindName, Shown, ViewQuery } from './shapes.ts'
import type { CallOptions, Method, RequestOptions, Transport } from './transport.ts'
import { Trash } from './trash.ts'
import {
  type Address,
  type AuditEntry,
  type Broadcast,
  type BroadcastDuplicate,
  type BroadcastEventCounts,
  type BroadcastPatch,
  type Bundle,
  type Conflict,
  type ConflictList,
  type DeleteResult,
  type Job,
  type Kinds,
  type Locale,
  type MapServices,
  type NewPresence,
  type NewPreview,
  type Onboarding,
  type OnboardingStart,
  type PersonFile,
  type Presence,
  type Preview,
  plurals,
  type SearchAnswer,
  type TranslationList,
  type Translations,
  type Uses,
  type VisitSummary,
} from './types.ts'
import { Views } from './views.ts'
import { Webhooks } from './webhooks.ts'

export interface SearchQuery {
  q: string
  kinds?: string[] | undefined
  locale?: Locale | undefined
  limit?: number | undefined
  skip?: number | undefined
}

export interface ConflictQuery {
  type?: Conflict['type'] | undefined
  severity?: Conflict['severity'] | undefined
  /** A day of the broadcast, in its time zone and with its `dayStart`: `2026-07-04`. */
  day?: string | undefined
  locale?: Locale | undefined
  limit?: number | undefined
  skip?: number | undefined
}

export interface TranslationQuery {
  locale: string
  kinds?: string[] | undefined
  /** Only records with a text that is not translated. */
  missing?: boolean | undefined
  limit?: number | undefined
  skip?: number | undefined
}

export interface DayRange {
  /** The first and the last day: `2026-07-04`. */
  from?: string | undefined
  to?: string | undefined
}

export interface CountQuery extends DayRange {
  type?: string | undefined
  limit?: number | undefined
}

/** Usage and quotas; a limit of null means unlimited. */
export interface Usage {
  plan: string
  sequence: number
  records: Record<KindName, Share>
  webhooks: Share
  apiKeys: Share
  streams: Share
}

export interface Share {
  used: number
  limit: number | null
}

const KindGetters = /* @__PURE__ */ withKindGetters()

/** One broadcast on Surface B: the broadcast itself, its records by kind, its change log and its settings. */
export class BroadcastApi extends KindGetters {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, userId: string, broadcastId: string) {
    super()
    this.#transport = transport
    this.#path = `/v1/users/${segment(userId)}/broadcasts/${segment(broadcastId)}`
  }

  /** The records of a kind, typed by its name. */
  kind<K extends KindName>(name: K): KindCollection<K> {
    return new KindCollection(this.#transport, this.#at(name))
  }

  get media(): Medias {
    return new Medias(this.#transport, this.#at('media'))
  }
  get members(): Members {
    return new Members(this.#transport, this.#at('broadcastMember'))
  }
  get campaigns(): Campaigns {
    return new Campaigns(this.#transport, this.#at('broadcastCampaign'))
  }
  get diffusers(): Diffusers {
    return new Diffusers(this.#transport, this.#at('broadcastDiffuser'))
  }
  get revisions(): Revisions {
    return new Revisions(this.#transport, this.#at('revision'))
  }
  get imports(): Imports {
    return new Imports(this.#transport, this.#at('import'))
  }
  get workflows(): Workflows {
    return new Workflows(this.#transport, this.#at('workflow'))
  }
  get runs(): Runs {
    return new Runs(this.#transport, this.#at('workflowRun'))
  }
  get keys(): Keys {
    return new Keys(this.#transport, `${this.#path}/apiKeys`)
  }
  get jobs(): Jobs {
    return new Jobs(this.#transport, `${this.#path}/jobs`)
  }
  get trash(): Trash {
    return new Trash(this.#transport, `${this.#path}/trash`)
  }
  get views(): Views {
    return new Views(this.#transport, `${this.#path}/views`)
  }
  get webhooks(): Webhooks {
    return new Webhooks(this.#transport, `${this.#path}/webhooks`)
  }

  /**
   * Up to 500 writes of several kinds in one request: all or none (`atomic`), or independently (`each`). Records can name each other
   * by `{ reference }`, in any order.
   */
  async batch(
    operations: MixedOperation[],
    mode: 'atomic' | 'each' = 'atomic',
    options: CreateOptions = {},
  ): Promise<BatchResult<Kinds[KindName]['record']>[]> {
    const { results } = await this.#send<{ results: BatchResult<Kinds[KindName]['record']>[] }>('POST', '/batch', {
      ...options,
      body: { mode, operations },
    })
    return results
  }

  get<F extends keyof Broadcast & string = keyof Broadcast & string>(
    query?: ViewQuery<'broadcast', F>,
    options?: CallOptions,
  ): Promise<Shown<'broadcast', F>> {
    return this.#send('GET', '', { ...options, query })
  }

  update(patch: BroadcastPatch, options: WriteOptions & { dryRun: true }): Promise<DryRun<Broadcast>>
  update(patch: BroadcastPatch, options?: WriteOptions): Promise<Broadcast>
  update(patch: BroadcastPatch, options: WriteOptions & { dryRun?: boolean } = {}): Promise<unknown> {
    return this.#send('PATCH', '', writeRequest(patch, options))
  }

  /** Deletes the broadcast and everything in it. */
  delete(options?: CallOptions): Promise<DeleteResult> {
    return this.#send('DELETE', '', options)
  }

  /** Every change after `since` up to now, including deletions. */
  changes(
    query: { since?: number; limit?: number } = {},
    options?: CallOptions,
  ): AsyncGenerator<Change, void, undefined> {
    return readChanges(this.#transport, `${this.#path}/changes`, query, options)
  }

  /** One page of the change log; pass `next` as the next `since`. */
  changesPage(query: { since?: number; limit?: number } = {}, options?: CallOptions): Promise<ChangesPage> {
    return readChangesPage(this.#transport, `${this.#path}/changes`, query, options)
  }

  /** Changes as they happen. A broken stream is resumed after the last change; a refusal is thrown; a signal ends it. */
  stream(options: StreamOptions = {}): AsyncGenerator<Change, void, undefined> {
    return followChanges(this.#transport, `${this.#path}/changes/stream`, options)
  }

  /** Shows me on a record to other members, for 30 seconds. Returns everybody who is on it. */
  enterRecord(presence: NewPresence, options?: CallOptions): Promise<Presence> {
    return this.#send('PUT', '/presence', { ...options, body: presence })
  }

  leaveRecord(tab: string, options?: CallOptions): Promise<void> {
    return this.#send('DELETE', '/presence', { ...options, query: { tab } })
  }

  search(query: SearchQuery, options?: CallOptions): Promise<SearchAnswer> {
    return this.#send('GET', '/search', { ...options, query })
  }

  /** The tiles and the address search of geographic maps, where the operator has configured them. */
  mapServices(options?: CallOptions): Promise<MapServices> {
    return this.#send('GET', '/mapServices', options)
  }

  /** At most 10 addresses with their positions, best first. */
  async addresses(query: { q: string }, options?: CallOptions): Promise<Address[]> {
    return (await this.#send<{ data: Address[] }>('GET', '/addresses', { ...options, query })).data
  }

  /** How many records use the given ones, to show before they are deleted. */
  uses(ids: string[], options?: CallOptions): Promise<Uses> {
    return this.#send('GET', '/uses', { ...options, query: { ids: ids.join() } })
  }

  usage(options?: CallOptions): Promise<Usage> {
    return this.#send('GET', '/usage', options)
  }

  /** The audit log of keys, members and the broadcast itself, newest first. */
  async audit(query?: { limit?: number; before?: number }, options?: CallOptions): Promise<AuditEntry[]> {
    return (await this.#send<{ data: AuditEntry[] }>('GET', '/audit', { ...options, query })).data
  }

  /** All content as the public would see it, with drafts, or the changes since the cursor of the last bundle. */
  bundle(query?: { since?: string }, options?: CallOptions): Promise<Bundle> {
    return readBundle((from) => this.#send('GET', '/bundle', { ...options, query: from }), query)
  }

  /** A link to the site that shows drafts as the public would see them, until it expires. */
  createPreview(body: NewPreview = {}, options?: CreateOptions): Promise<Preview> {
    return this.#send('POST', '/previews', { ...options, body })
  }

  /** Conflicts in the programme: overlapping sessions, broken references and links. */
  conflicts(query?: ConflictQuery, options?: CallOptions): Promise<ConflictList> {
    return this.#send('GET', '/conflicts', { ...options, query })
  }

  /** How many texts are translated into each language of the broadcast, by kind. */
  translations(options?: CallOptions): Promise<Translations> {
    return this.#send('GET', '/translations', options)
  }

  /** The records with texts to translate into a language. */
  translationRecords(query: TranslationQuery, options?: CallOptions): Promise<TranslationList> {
    return this.#send('GET', '/translations/records', { ...options, query })
  }

  /** Generates the app from a website, or updates it from the website used last time. */
  startOnboarding(body: OnboardingStart = {}, options?: CreateOptions): Promise<Job> {
    return this.#send('POST', '/onboarding', { ...options, body })
  }

  /** Copies the broadcast for its next edition. `jobs.wait(job.id)` returns the job with `result.broadcastId`. */
  duplicate(body: BroadcastDuplicate, options?: CreateOptions): Promise<Job> {
    return this.#send('POST', '/duplicate', { ...options, body })
  }

  /** The progress of the onboarding, its findings, and the reason if it failed. */
  onboarding(options?: CallOptions): Promise<Onboarding> {
    return this.#send('GET', '/onboarding', options)
  }

  /** Counts of analytics events, by type and day. */
  eventCounts(query?: CountQuery, options?: CallOptions): Promise<BroadcastEventCounts> {
    return this.#send('GET', '/broadcastEvents/counts', { ...options, query })
  }

  /** The visits of a range of days: visitors, hours, sessions, places, pages and searches without results. */
  visitSummary(query?: DayRange & { locale?: Locale | undefined }, options?: CallOptions): Promise<VisitSummary> {
    return this.#send('GET', '/broadcastEvents/summary', { ...options, query })
  }

  /** Exports everything about an e-mail address, for signed-in owners. Download the file with the id of the job. */
  exportPerson(email: string, options?: CreateOptions): Promise<Job> {
    return this.#send('POST', '/people/export', { ...options, body: { email } })
  }

  /** Downloads the file of an export: once, within a day. */
  takePersonFile(jobId: string, options?: CallOptions): Promise<PersonFile> {
    return this.#send('POST', `/people/exports/${segment(jobId)}/download`, options)
  }

  /** Erases everything about an e-mail address, for signed-in owners; the job's result is the receipt. */
  erasePerson(email: string, options?: CreateOptions): Promise<Job> {
    return this.#send('POST', '/people/erase', { ...options, body: { email } })
  }

  #at(kind: KindName): string {
    return `${this.#path}/${plurals[kind]}`
  }

  async #send<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, this.#path + path, options)).data
  }
}

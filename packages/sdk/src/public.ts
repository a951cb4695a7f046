import type { SearchQuery } from './broadcast.ts'
import { readBundle } from './bundle.ts'
import { eachRecord, type ListAnswer, type ListQuery, pageOf } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { Page } from './shapes.ts'
import type { CallOptions, Method, RequestOptions, Transport } from './transport.ts'
import {
  type Bundle,
  type ClientEvents,
  type ClientPatch,
  type FormAnswers,
  type Kinds,
  type Locale,
  type Now,
  type PublicBroadcast,
  type PublicClient,
  type PublicKinds,
  type PushKey,
  plurals,
  type RegisteredClient,
  type SearchAnswer,
  type VisitorEvent,
} from './types.ts'

/** The query of a public list. Only public fields can be named. */
export type PublicListQuery<K extends keyof PublicKinds> = ListQuery<K> & {
  fields?: (keyof PublicKinds[K] & string)[]
  expand?: Kinds[K]['expand'][]
  locale?: Locale
}

/** The feeds of a broadcast. */
export type Feed =
  | 'programme.ics'
  | 'schedule.xml'
  | 'schedule.json'
  | 'programme.jsonld'
  | 'articles.rss'
  | 'articles.atom'
  | 'articles.json'
  | 'sitemap.xml'

/** The public content of a broadcast, and the writes open to visitors. No API key is sent. */
export class PublicApi {
  readonly #transport: Transport
  readonly #path: string
  readonly #preview: string | undefined

  /** With the token of a preview link, drafts are included. */
  constructor(transport: Transport, idOrSlug: string, preview?: string) {
    this.#transport = transport
    this.#path = `/v1/public/${segment(idOrSlug)}`
    this.#preview = preview
  }

  /** The theme, navigation, languages and fonts of the broadcast. */
  root(options?: CallOptions): Promise<PublicBroadcast> {
    return this.#read('', options)
  }

  /** All public content, or the changes since the cursor of the last bundle. Pages of a large bundle are merged. */
  bundle(query?: { since?: string }, options?: CallOptions): Promise<Bundle> {
    return readBundle((from) => this.#read('/bundle', options, from), query)
  }

  /** The current and the next session of each place. */
  now(query?: { at?: string | Date; locale?: Locale }, options?: CallOptions): Promise<Now> {
    return this.#read('/now', options, query)
  }

  search(query: SearchQuery, options?: CallOptions): Promise<SearchAnswer> {
    return this.#read('/search', options, query)
  }

  /** One page of published records. */
  async list<K extends keyof PublicKinds>(
    kind: K,
    query?: PublicListQuery<K>,
    options?: CallOptions,
  ): Promise<Page<PublicKinds[K]>> {
    const path = `${this.#path}/${plurals[kind]}`
    const all = { ...query, preview: this.#preview }
    return pageOf(await this.#transport.send<ListAnswer<PublicKinds[K]>>('GET', path, { ...options, query: all }))
  }

  /** All published records, page by page. */
  all<K extends keyof PublicKinds>(
    kind: K,
    query?: PublicListQuery<K>,
    options?: CallOptions,
  ): AsyncGenerator<PublicKinds[K], void, undefined> {
    return eachRecord((from) => this.list(kind, { limit: 200, ...query, ...from } as PublicListQuery<K>, options))
  }

  get<K extends keyof PublicKinds>(
    kind: K,
    id: string,
    query?: Pick<PublicListQuery<K>, 'fields' | 'expand' | 'locale'>,
    options?: CallOptions,
  ): Promise<PublicKinds[K]> {
    return this.#read(`/${plurals[kind]}/${segment(id)}`, options, query)
  }

  /** The text of a feed, or the parsed JSON. */
  feed(name: Feed, query?: { locale?: Locale; [name: string]: unknown }, options?: CallOptions): Promise<unknown> {
    return this.#read(`/${name}`, options, query)
  }

  /** The `applicationServerKey` for subscribing a browser to the push messages of the broadcast. */
  pushKey(options?: CallOptions): Promise<PushKey> {
    return this.#send('GET', '/push', options ?? {})
  }

  /** Submits answers to a published form. */
  answer(answers: FormAnswers, options?: CallOptions): Promise<{ received: boolean }> {
    return this.#send('POST', '/contacts', { ...options, body: answers })
  }

  /** Records analytics events of a visitor without a token: one, or up to a hundred. */
  track(events: VisitorEvent | { events: VisitorEvent[] }, options?: CallOptions): Promise<{ accepted: number }> {
    return this.#send('POST', '/events', { ...options, body: events })
  }

  /** Registers this app or browser; use its `token` for `client(token)`. */
  register(about: ClientPatch = {}, options?: CallOptions): Promise<RegisteredClient> {
    return this.#send('POST', '/clients', { ...options, body: about })
  }

  /** The operations of a registered app or browser. */
  client(token: string) {
    const send = <T>(method: Method, path: string, options: CallOptions | undefined, body?: unknown) =>
      this.#send<T>(method, path, { ...options, body, headers: { authorization: `Bearer ${token}` } })
    return {
      get: (options?: CallOptions) => send<PublicClient>('GET', '/clients/me', options),
      update: (patch: ClientPatch, options?: CallOptions) => send<PublicClient>('PATCH', '/clients/me', options, patch),
      /** Deletes the client and its data. */
      delete: (options?: CallOptions) => send<void>('DELETE', '/clients/me', options),
      /** Records analytics events: one, or up to a hundred. */
      track: (events: ClientEvents, options?: CallOptions) =>
        send<{ accepted: number }>('POST', '/events', options, events),
    }
  }

  #read<T>(path: string, options: CallOptions | undefined, query?: object): Promise<T> {
    return this.#send('GET', path, { ...options, query: { ...query, preview: this.#preview } })
  }

  async #send<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, this.#path + path, options)).data
  }
}

import { Account } from './account.ts'
import { BroadcastApi } from './broadcast.ts'
import { type EventQuery, type PlaceQuery, PlainCollection, type PlainQuery } from './plain-collection.ts'
import { PublicApi } from './public.ts'
import { createTransport, type MarqueeOptions, type Method, type RequestOptions, type Transport } from './transport.ts'
import type {
  Article,
  ArticleCreate,
  ArticleInList,
  ArticleUpdate,
  Event,
  EventCreate,
  EventUpdate,
  Place,
  PlaceCreate,
  PlaceUpdate,
} from './types.ts'
import { Webhooks } from './webhooks.ts'

export interface EventShape {
  record: Event
  listed: Event
  create: EventCreate
  update: EventUpdate
  query: EventQuery
}

export interface PlaceShape {
  record: Place
  listed: Place
  create: PlaceCreate
  update: PlaceUpdate
  query: PlaceQuery
}

export interface ArticleShape {
  record: Article
  listed: ArticleInList
  create: ArticleCreate
  update: ArticleUpdate
  query: PlainQuery
}

/** A Marquee service. Making one does nothing yet; every method is a request. */
export class Marquee {
  readonly #transport: Transport
  readonly #openTransport: Transport

  constructor(options: MarqueeOptions = {}) {
    this.#transport = createTransport(options)
    // The public surface knows visitors, not keys.
    const { apiKey: _, ...open } = options
    this.#openTransport = createTransport(open)
  }

  /** Surface A, for the broadcast of the key: the agenda, the map, the blog, and who is told. */
  get events(): PlainCollection<EventShape> {
    return new PlainCollection(this.#transport, '/v1/events')
  }
  get places(): PlainCollection<PlaceShape> {
    return new PlainCollection(this.#transport, '/v1/places')
  }
  get articles(): PlainCollection<ArticleShape> {
    return new PlainCollection(this.#transport, '/v1/articles')
  }
  get webhooks(): Webhooks {
    return new Webhooks(this.#transport, '/v1/webhooks')
  }

  /** Surface B: all of one broadcast, with a key of it or as a signed-in member. */
  broadcast(userId: string, broadcastId: string): BroadcastApi {
    return new BroadcastApi(this.#transport, userId, broadcastId)
  }

  /** Who is signed in, and what is theirs. */
  get account(): Account {
    return new Account(this.#transport)
  }

  /** What anybody may read of a broadcast; with the token of a preview link, drafts too. */
  public(idOrSlug: string, { preview }: { preview?: string } = {}): PublicApi {
    return new PublicApi(this.#openTransport, idOrSlug, preview)
  }

  /** The door under everything, for what has no method: retried, typed and refused like all the rest. */
  async request<T = unknown>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, path, options)).data
  }
}

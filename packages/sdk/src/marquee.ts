import { Account } from './account.ts'
import { BroadcastApi } from './broadcast.ts'
import { type EventQuery, PlainCollection, type PlainQuery } from './plain-collection.ts'
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
import { createWriteNumbers } from './write-numbers.ts'

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
  query: PlainQuery
}

export interface ArticleShape {
  record: Article
  listed: ArticleInList
  create: ArticleCreate
  update: ArticleUpdate
  query: PlainQuery
}

/** The client of a Marquee service. The constructor sends nothing; every method is a request. */
export class Marquee {
  readonly #transport: Transport
  readonly #publicTransport: Transport

  constructor(options: MarqueeOptions = {}) {
    const numbers = createWriteNumbers(options)
    this.#transport = createTransport(options, numbers)
    // Public endpoints are anonymous: the API key is never sent to them.
    const { apiKey: _, ...open } = options
    this.#publicTransport = createTransport(open, numbers)
  }

  /** Surface A, for the broadcast of the API key: events, places, articles and webhooks. */
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

  /** Surface B: everything in one broadcast, with its API key or as a signed-in member. */
  broadcast(userId: string, broadcastId: string): BroadcastApi {
    return new BroadcastApi(this.#transport, userId, broadcastId)
  }

  /** Authentication, and the broadcasts and memberships of the signed-in person. */
  get account(): Account {
    return new Account(this.#transport)
  }

  /** The public content of a broadcast; with the token of a preview link, drafts too. */
  public(idOrSlug: string, { preview }: { preview?: string } = {}): PublicApi {
    return new PublicApi(this.#publicTransport, idOrSlug, preview)
  }

  /** Sends any request, for endpoints without a method, with the same retries and errors. */
  async request<T = unknown>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, path, options)).data
  }
}

import type { CreateOptions } from './kind-collection.ts'
import type { PlainPage } from './plain-collection.ts'
import { segment } from './segment.ts'
import type { CallOptions, Method, RequestOptions, Transport } from './transport.ts'
import type {
  Delivery,
  DeliveryMade,
  EventType,
  Recovered,
  Webhook,
  WebhookCreate,
  WebhookRecover,
  WebhookRotate,
  WebhookUpdate,
} from './types.ts'

export interface WebhookQuery {
  limit?: number | undefined
  offset?: number | undefined
}

export interface DeliveryQuery {
  status?: 'pending' | 'delivered' | 'failed' | undefined
  limit?: number | undefined
  /** Only deliveries older than this one. */
  before?: string | undefined
}

/** Webhooks and their deliveries. */
export class Webhooks {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /** One page, newest first. The service sends all webhooks at once, because a broadcast has few; the page is cut here. */
  async list({ limit, offset = 0 }: WebhookQuery = {}, options?: CallOptions): Promise<PlainPage<Webhook>> {
    const { data } = await this.#send<{ data: Webhook[] }>('GET', '', options)
    const total = data.length
    return { data: data.slice(offset, offset + (limit ?? total)), total, limit: limit ?? total, offset }
  }

  /** Every webhook, in one request. */
  async *all(query: { offset?: number } = {}, options?: CallOptions): AsyncGenerator<Webhook, void, undefined> {
    yield* (await this.list(query, options)).data
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#send('GET', `/${segment(id)}`, options)
  }

  /** Only this response contains the `secret`. */
  create(body: WebhookCreate, options?: CreateOptions): Promise<Webhook> {
    return this.#send('POST', '', { ...options, body })
  }

  update(id: string, body: WebhookUpdate, options?: CallOptions): Promise<Webhook> {
    return this.#send('PUT', `/${segment(id)}`, { ...options, body })
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#send('DELETE', `/${segment(id)}`, options)
  }

  /** Gives it a new secret; during the overlap deliveries are signed with both. */
  rotate(id: string, body: WebhookRotate, options?: CreateOptions): Promise<Webhook> {
    return this.#send('POST', `/${segment(id)}/rotate`, { ...options, body })
  }

  /** Sends a test event. */
  test(id: string, options?: CreateOptions): Promise<DeliveryMade> {
    return this.#send('POST', `/${segment(id)}/test`, options)
  }

  /** Sends the undelivered events of a time span again. */
  recover(id: string, span: WebhookRecover, options?: CreateOptions): Promise<Recovered> {
    return this.#send('POST', `/${segment(id)}/recover`, { ...options, body: span })
  }

  /** One page of the deliveries of the last 30 days, newest first. */
  deliveries(id: string, query?: DeliveryQuery, options?: CallOptions): Promise<Delivery[]> {
    return this.#send<{ data: Delivery[] }>('GET', `/${segment(id)}/deliveries`, { ...options, query }).then(
      ({ data }) => data,
    )
  }

  /** Every delivery of the last 30 days, page by page; `limit` is the page size. */
  async *allDeliveries(
    id: string,
    query: DeliveryQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void, undefined> {
    let before = query.before
    while (true) {
      const page = await this.deliveries(id, { limit: 200, ...query, before }, options)
      yield* page
      before = page.at(-1)?.id
      if (before === undefined) return
    }
  }

  /** One delivery with its payload and the result of each attempt. */
  delivery(id: string, deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.#send('GET', `/${segment(id)}/deliveries/${segment(deliveryId)}`, options)
  }

  redeliver(id: string, deliveryId: string, options?: CreateOptions): Promise<DeliveryMade> {
    return this.#send('POST', `/${segment(id)}/deliveries/${segment(deliveryId)}/redeliver`, options)
  }

  /** Every event type, with the schema of its payload and a sample. */
  eventTypes(options?: CallOptions): Promise<EventType[]> {
    return this.#send<{ data: EventType[] }>('GET', '/event-types', options).then(({ data }) => data)
  }

  async #send<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, this.#path + path, options)).data
  }
}

import { type EventType, shapes } from '@marquee/model'

const instant = { type: 'string', format: 'date-time' }
const url = { type: 'string', format: 'uri', maxLength: 2_048, examples: ['https://receiver.example/marquee'] }
const events = {
  type: 'array',
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 100 },
  examples: [['event.*', 'article.published']],
}
const secret = { type: 'string', minLength: 1, maxLength: 256 }

export const webhook = {
  title: 'Webhook',
  type: 'object',
  required: ['id', 'url', 'events', 'active', 'disabled_reason', 'has_secret', 'created_at', 'updated_at'],
  properties: {
    id: shapes.ObjectId,
    url,
    events,
    secret: { ...secret, description: 'Only in the response to the request that set it.' },
    active: { type: 'boolean' },
    disabled_reason: { type: ['string', 'null'], enum: ['gone', 'failing', null] },
    has_secret: { type: 'boolean' },
    created_at: instant,
    updated_at: instant,
  },
}

export const newWebhook = {
  title: 'WebhookCreate',
  type: 'object',
  required: ['url', 'events'],
  additionalProperties: false,
  properties: {
    url,
    events,
    secret: { ...secret, type: ['string', 'null'] },
    active: { type: 'boolean', default: true, description: '`false` registers it switched off; a PUT switches it on.' },
  },
}
export const newWebhookExample = {
  url: 'https://receiver.example/marquee',
  events: ['event.*', 'article.published'],
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
}

export const webhookPatch = {
  title: 'WebhookUpdate',
  type: 'object',
  additionalProperties: false,
  properties: {
    url,
    events,
    active: { type: 'boolean', description: '`true` enables it again, also after it was disabled automatically.' },
  },
}

export const rotation = {
  title: 'WebhookRotate',
  type: 'object',
  required: ['secret'],
  additionalProperties: false,
  properties: { secret, overlapSeconds: { type: 'integer', minimum: 0, maximum: 604_800, default: 86_400 } },
}
export const rotationExample = { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', overlapSeconds: 3_600 }

export const span = {
  title: 'WebhookRecover',
  type: 'object',
  required: ['since'],
  additionalProperties: false,
  properties: { since: { ...instant, maxLength: 64 }, until: { ...instant, maxLength: 64 } },
}
export const spanExample = { since: '2027-07-02T00:00:00Z', until: '2027-07-03T00:00:00Z' }

export const made = {
  title: 'DeliveryMade',
  type: 'object',
  required: ['delivery_id'],
  properties: { delivery_id: { type: 'string' } },
}
export const recovered = {
  title: 'Recovered',
  type: 'object',
  required: ['recovered'],
  properties: { recovered: { type: 'integer' } },
}

export const delivery = {
  title: 'Delivery',
  type: 'object',
  required: [
    'id',
    'event_id',
    'type',
    'sequence',
    'status',
    'attempts',
    'next_attempt_at',
    'created_at',
    'finished_at',
  ],
  properties: {
    id: { type: 'string' },
    event_id: { type: 'string' },
    type: { type: 'string' },
    sequence: { type: ['integer', 'null'] },
    status: { type: 'string', enum: ['pending', 'delivered', 'failed'], examples: ['delivered'] },
    attempts: { type: 'integer' },
    next_attempt_at: { type: ['string', 'null'], format: 'date-time' },
    created_at: instant,
    finished_at: { type: ['string', 'null'], format: 'date-time' },
    body: { type: 'string', description: 'The bytes that were sent.' },
    tries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          number: { type: 'integer' },
          at: instant,
          status: { type: ['integer', 'null'] },
          latency_ms: { type: 'integer' },
          error: { type: ['string', 'null'] },
          reply: { type: ['string', 'null'], description: 'The first kilobyte of the response.' },
        },
      },
    },
  },
}

export const eventType = {
  title: 'EventType',
  type: 'object',
  required: ['type', 'description', 'schema', 'sample'],
  properties: {
    type: { type: 'string', examples: ['webhook.test'] },
    description: { type: 'string', examples: ['Sent on request, to see whether a receiver works.'] },
    schema: { type: 'object', description: 'A JSON Schema.' },
    sample: { type: 'object' },
  },
}

export const list = (item: object) => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: item } },
})

/** The payload of a truncated event: the body is too long, or the record is not, or no longer, in lists of Surface A (no title, or no times). */
const onlyId = { type: 'object', required: ['id'], properties: { id: shapes.ObjectId }, maxProperties: 1 }

/** The body of every delivery. `data` differs by type. */
export const deliveryEnvelope = {
  title: 'WebhookEvent',
  type: 'object',
  required: ['id', 'type', 'api_version', 'timestamp', 'broadcast_id', 'sequence', 'data'],
  properties: {
    id: { type: 'string' },
    type: { type: 'string' },
    api_version: { const: 'v1' },
    timestamp: { type: 'string' },
    broadcast_id: { type: 'string' },
    sequence: { type: ['integer', 'null'] },
    truncated: { const: true, description: 'The payload would exceed 256 KiB: `data` contains only the id.' },
    data: { type: 'object' },
  },
}

/** An event type with the schema of a whole delivery and a sample of one. */
export interface CatalogueEntry {
  type: string
  description: string
  /** The schema of `data`. */
  data: object
  schema: object
  sample: object
}

/** Every event type. */
export function catalogue(types: EventType[]): CatalogueEntry[] {
  const { title: _, properties, ...envelope } = deliveryEnvelope
  return types.map(({ type, description, data: whole, sample }) => {
    const data = { anyOf: [whole, onlyId] }
    return {
      type,
      description,
      data,
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...envelope,
        properties: { ...properties, type: { const: type }, data },
      },
      sample: {
        id: `evt_66a1f0c2d4e5b60718293a4c_17_${type.split('.')[1]}`,
        type,
        api_version: 'v1',
        timestamp: '2027-03-01T09:00:00.000Z',
        broadcast_id: '66a1f0c2d4e5b60718293a4c',
        sequence: 17,
        data: sample,
      },
    }
  })
}

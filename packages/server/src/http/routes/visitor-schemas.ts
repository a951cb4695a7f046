import { PushSubscription, QuietHours, ReminderMinutes, shapes, visitorEventTypes } from '@marquee/model'

const nullableType = (type: string) => [type, 'null']

/** The fields that an app can set. */
export const newClientSchema = {
  title: 'ClientPatch',
  type: 'object',
  additionalProperties: false,
  properties: {
    platform: { type: nullableType('string'), minLength: 1, maxLength: 40, examples: ['ios', 'android', 'web'] },
    locale: shapes.Nullable(shapes.Locale),
    favoriteIds: {
      type: 'array',
      maxItems: 1_000,
      items: shapes.ObjectId,
      description: 'Sessions. Those that are not on the programme are left out.',
    },
    pushSubscription: shapes.Nullable(PushSubscription),
    reminderMinutes: shapes.Nullable(ReminderMinutes),
    quietHours: shapes.Nullable(QuietHours),
  },
}

const client = {
  _id: shapes.ObjectId,
  platform: { type: nullableType('string') },
  locale: { type: nullableType('string') },
  favoriteIds: { type: 'array', items: shapes.ObjectId, description: 'Those that are on the programme now.' },
  pushSubscription: { type: nullableType('object'), properties: { set: { type: 'boolean' } } },
  reminderMinutes: shapes.Nullable(ReminderMinutes),
  quietHours: shapes.Nullable(QuietHours),
  calendarUrl: {
    type: 'string',
    description: 'A calendar of the favorites, to subscribe to. Anybody who has the URL can read it.',
  },
}

export const clientSchema = {
  title: 'PublicClient',
  type: 'object',
  required: Object.keys(client),
  properties: client,
}

export const registeredSchema = {
  title: 'RegisteredClient',
  type: 'object',
  required: Object.keys(client),
  properties: { ...client, token: { type: 'string', description: 'Sent as `Authorization: Bearer` from now on.' } },
}

export const formAnswersSchema = {
  title: 'FormAnswers',
  type: 'object',
  required: ['formId', 'fields'],
  additionalProperties: false,
  properties: {
    formId: shapes.ObjectId,
    fields: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        required: ['key', 'value'],
        additionalProperties: false,
        properties: {
          key: { type: 'string', minLength: 1, maxLength: 200 },
          value: { type: 'string', maxLength: 50_000 },
        },
      },
    },
    website: {
      type: 'string',
      maxLength: 1_000,
      description: 'A honeypot that people do not see. Submissions that fill it in are accepted and discarded.',
    },
  },
}

const event = {
  type: { type: 'string', minLength: 1, maxLength: 200 },
  metadata: { type: 'object' },
  occurredAt: { ...shapes.Instant, description: 'Now when absent.' },
}

const oneEvent = { type: 'object', required: ['type'], additionalProperties: false, properties: event }

const knownTypes = visitorEventTypes.map((type) => `\`${type}\``).join(', ')

export const eventsSchema = {
  title: 'ClientEvents',
  description: `With the token of an app, events of any type. Without, those of a website of the broadcast: ${knownTypes}.`,
  type: 'object',
  additionalProperties: false,
  properties: { ...event, events: { type: 'array', minItems: 1, maxItems: 100, items: oneEvent } },
  oneOf: [{ required: ['type'] }, { required: ['events'] }],
}

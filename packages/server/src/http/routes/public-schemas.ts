import { kinds, publicKind, publicKinds, recordSchema, shapes } from '@marquee/model'

export const publicTitle = (name: string) => `Public${name.charAt(0).toUpperCase()}${name.slice(1)}`

const shown = (kind: Parameters<typeof publicKind>[0]) => recordSchema(publicKind(kind), publicTitle(kind.name))

const { properties, required } = shown(kinds.broadcast) as { properties?: object; required?: string[] }

/** The public part of a broadcast, with its website, languages and fonts. */
export const rootSchema = {
  title: 'PublicBroadcast',
  description: 'The public part of a broadcast.',
  type: 'object',
  required: [...(required ?? []), 'slug', 'domain', 'seo', 'fonts'],
  properties: {
    ...properties,
    slug: {
      type: ['string', 'null'],
      description: 'The slug of its website, which can be used instead of its id in paths.',
    },
    domain: { type: ['string', 'null'], description: 'The own domain of its website.' },
    seo: {
      type: ['object', 'null'],
      properties: {
        title: { type: ['string', 'null'] },
        metaDescription: { type: ['string', 'null'] },
        indexing: { type: 'boolean' },
      },
    },
    locales: { type: 'array', items: { type: 'string' }, description: 'The languages of the content.' },
    fonts: { type: 'array', items: shown(kinds.font) },
  },
}

const byPlural = (itemsOf: (kind: (typeof publicKinds)[number]) => object) => ({
  type: 'object',
  properties: Object.fromEntries(
    [...publicKinds, kinds.media].map((kind) => [kind.plural, { type: 'array', items: itemsOf(kind) }]),
  ),
})

export const bundleSchema = {
  title: 'Bundle',
  type: 'object',
  required: ['cursor', 'full', 'more', 'data', 'deleted'],
  properties: {
    cursor: { type: 'string', description: 'The value of `since` for the next request.' },
    full: { type: 'boolean', description: 'Whether this replaces everything that was read before.' },
    more: {
      type: 'boolean',
      description: 'Whether there are more pages: request the next one with the cursor.',
    },
    broadcast: rootSchema,
    data: byPlural(shown),
    deleted: byPlural(() => shapes.ObjectId),
  },
}

const sessions = { type: 'array', items: shown(kinds.broadcastSession) }

export const nowSchema = {
  title: 'Now',
  type: 'object',
  required: ['at', 'until', 'places'],
  properties: {
    at: { type: 'string', format: 'date-time' },
    until: { type: ['string', 'null'], description: 'When this response expires by the clock.' },
    places: {
      type: 'array',
      items: {
        type: 'object',
        required: ['place', 'current', 'next'],
        properties: {
          place: { anyOf: [shown(kinds.broadcastInterestPoint), { type: 'null' }] },
          current: sessions,
          next: sessions,
        },
      },
    },
  },
}

import { invalid } from '@marquee/model'
import type { RateLimiter } from '../../access/rate-limit.ts'
import { AppError } from '../../base/errors.ts'
import type { Geocoder } from '../../geocoding/geocoder.ts'
import { tooMany } from '../authorize.ts'
import { text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'

interface Parts {
  tiles: { url: string; attribution: string } | undefined
  geocoder: Geocoder | undefined
  /** Per person or API key, because the operator answers to the service for all of them. */
  limiter: RateLimiter
}

/** The services behind geographic maps that the operator has configured, and the search for addresses. */
export function mapRoutes({ tiles, geocoder, limiter }: Parts): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/mapServices`,
      tag: 'broadcastMap',
      summary: 'The tiles and the address search of geographic maps',
      answers: { 200: { description: 'What is configured; null where nothing is.', schema: servicesSchema } },
      handle: async () => ({
        status: 200,
        json: { tiles: tiles ?? null, geocoder: geocoder ? { attribution: geocoder.attribution } : null },
      }),
    }),
    // Read-only keys are shipped in apps, whose users must not spend the operator's searches.
    forMembers('content.write', {
      method: 'GET',
      path: `${broadcastPath}/addresses`,
      tag: 'broadcastMap',
      summary: 'Search addresses',
      params: { q: text('An address or the name of a place.', 200) },
      isSensitive: true,
      answers: {
        200: { description: 'At most 10 addresses, best first.', schema: addressesSchema, example },
        404: { description: 'No address search is configured.' },
        429: { description: 'Too many searches; wait for the seconds in `Retry-After`.' },
        503: { description: 'The address search does not answer.' },
      },
      async handle({ query: { q }, headers, principal }) {
        const words = q?.trim() ?? ''
        if (words === '') throw invalid('?q', 'required', 'is required')
        if (!geocoder) throw new AppError('not_found', 'No address search is configured.')
        const state = await limiter.take(principal.id)
        if (state.isExceeded) throw tooMany(state.resetSeconds)
        return { status: 200, json: { data: await geocoder.search(words, languageOf(headers['accept-language'])) } }
      },
    }),
  ]
}

/** The first language of the caller. Anything else in the header is not passed on. */
const languageOf = (header = '') => /^[a-z]{2,3}(-[a-z0-9]{2,8})*/i.exec(header)?.[0].toLowerCase() ?? 'en'

const attribution = { type: 'string', description: 'The credit to show, as HTML; empty when none is required.' }
const service = (properties: object) => ({
  type: ['object', 'null'],
  required: Object.keys(properties),
  properties,
})

const servicesSchema = {
  title: 'MapServices',
  type: 'object',
  required: ['tiles', 'geocoder'],
  properties: {
    tiles: service({ url: { type: 'string', description: 'With `{z}`, `{x}` and `{y}`.' }, attribution }),
    geocoder: service({ attribution }),
  },
}

const example = { data: [{ title: 'Tour Eiffel, Paris, France', position: { x: 2.2945, y: 48.8584 } }] }

const addressesSchema = {
  title: 'Addresses',
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        title: 'Address',
        type: 'object',
        required: ['title', 'position'],
        properties: {
          title: { type: 'string' },
          position: {
            type: 'object',
            description: 'Degrees of longitude (`x`) and latitude (`y`), as in a place.',
            required: ['x', 'y'],
            properties: { x: { type: 'number' }, y: { type: 'number' } },
          },
        },
      },
    },
  },
}

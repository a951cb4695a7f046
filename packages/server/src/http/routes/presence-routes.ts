import { allKinds, broadcastKinds, invalid, type Kind, kindNamed, shapes } from '@marquee/model'
import type { RateLimiter } from '../../access/rate-limit.ts'
import { notFound } from '../../base/errors.ts'
import type { Content } from '../../content/content.ts'
import { check } from '../../content/shape.ts'
import { requireRight, tooMany } from '../authorize.ts'
import { text } from '../params.ts'
import type { Presences } from '../presences.ts'
import { forMembers, type MemberCall, type Route } from '../route.ts'
import { broadcastPath, readRight } from './kind-route-parts.ts'

export interface PresenceRouteParts {
  content: Content
  presences: Presences
  /** Per person; undefined when limits are off. */
  limiter: RateLimiter | undefined
}

interface NewPresence {
  tab: string
  kind: string
  recordId: string
  field?: string | null
}

/** Who is on a record, and which field they edit. */
export function presenceRoutes({ content, presences, limiter }: PresenceRouteParts): Route[] {
  return [
    forMembers('studio.use', {
      method: 'PUT',
      path: `${broadcastPath}/presence`,
      tag: 'presence',
      summary: 'Be shown on a record',
      isSensitive: true,
      body: { schema: newPresence, example: newPresenceExample },
      answers: {
        200: {
          description:
            'Everybody on the record, also me. I am shown for 30 seconds; repeat it every ten, and when I move to another field. At most 120 requests a minute.',
          schema: presenceSchema,
          example: presenceExample,
        },
      },
      async handle({ body, membership, principal }) {
        const sent = check<NewPresence>('presence', () => newPresence, body)
        if (principal.type !== 'user') throw new Error('a caller was not authorized')
        await limit(limiter, principal.id)
        const { tab, kind: name, recordId, field = null } = sent
        const kind = kindNamed(name)
        requireRight(membership, readRight(kind))
        if (field !== null && !Object.hasOwn(kind.fields, field))
          throw invalid('/field', 'enum', 'must be a field of this kind')
        await requireRecord(content, membership, kind, recordId)
        const { broadcastId } = membership
        presences.enter({
          broadcastId,
          tab,
          personId: principal.id,
          name: principal.name.slice(0, maxName),
          kind: name,
          recordId,
          field,
        })
        const people = presences.peopleOn(broadcastId, { kind: name, recordId })
        return { status: 200, json: { kind: name, recordId, people }, isSensitive: true }
      },
    }),
    forMembers('studio.use', {
      method: 'DELETE',
      path: `${broadcastPath}/presence`,
      tag: 'presence',
      summary: 'Leave the record',
      params: { tab: text('The tab that leaves.', 40) },
      answers: { 204: { description: 'This tab is shown on no record.' } },
      async handle({ query, membership, principal }) {
        await limit(limiter, principal.id)
        if (query.tab === null) throw invalid('?tab', 'required', 'is required')
        presences.leave(membership.broadcastId, principal.id, query.tab)
        return { status: 204 }
      },
    }),
  ]
}

async function requireRecord(
  content: Content,
  { broadcastId }: MemberCall['membership'],
  kind: Kind,
  recordId: string,
): Promise<void> {
  if (broadcastKinds.includes(kind)) await content.read(broadcastId, kind, recordId, { fields: ['_id'] })
  else if (recordId !== broadcastId) throw notFound()
}

async function limit(limiter: RateLimiter | undefined, personId: string): Promise<void> {
  const state = await limiter?.take(personId)
  if (state?.isExceeded) throw tooMany(state.resetSeconds)
}

/** A notification between nodes has at most 8,000 bytes. */
const maxName = 100

const newPresence = {
  title: 'NewPresence',
  type: 'object',
  additionalProperties: false,
  required: ['tab', 'kind', 'recordId'],
  properties: {
    tab: {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'A random name of the tab or window; a person can have several.',
    },
    kind: { type: 'string', enum: allKinds.map(({ name }) => name) },
    recordId: shapes.ObjectId,
    field: {
      type: ['string', 'null'],
      maxLength: 100,
      default: null,
      description: 'The field that I edit; null when I only look.',
    },
  },
}
const newPresenceExample = {
  tab: '5f0c1a52',
  kind: 'broadcastSession',
  recordId: '66a1f0c2d4e5b60718293a4b',
  field: 'title',
}

const presenceSchema = {
  title: 'Presence',
  type: 'object',
  required: ['kind', 'recordId', 'people'],
  properties: {
    kind: { type: 'string' },
    recordId: shapes.ObjectId,
    people: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'field'],
        properties: {
          id: shapes.ObjectId,
          name: { type: 'string' },
          field: { type: ['string', 'null'], description: 'The field that they edit; null when they only look.' },
        },
      },
    },
  },
}
const presenceExample = {
  kind: 'broadcastSession',
  recordId: '66a1f0c2d4e5b60718293a4b',
  people: [{ id: '66a1f0c2d4e5b60718293a4d', name: 'Camille', field: 'title' }],
}

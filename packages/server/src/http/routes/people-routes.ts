import { actorOf } from '../../access/principal.ts'
import { check } from '../../content/shape.ts'
import type { PeopleRequests, PersonJob } from '../../people/requests.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, type Route } from '../route.ts'
import { shape as jobShape, showJob } from './job-routes.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface PeopleRouteParts {
  people: PeopleRequests
  runOnce: RunOnce
}

/** Export and erasure of everything a broadcast stores about a person. */
export function peopleRoutes(parts: PeopleRouteParts): Route[] {
  return [
    askRoute(parts, 'people.export', 'export', 'Export everything about an e-mail address'),
    askRoute(parts, 'people.erase', 'erase', 'Erase everything about an e-mail address'),
    takeRoute(parts),
  ]
}

function askRoute({ people, runOnce }: PeopleRouteParts, type: PersonJob, verb: string, summary: string): Route {
  return forMembers('people.manage', {
    method: 'POST',
    path: `${broadcastPath}/people/${verb}`,
    tag: 'people',
    summary,
    isSensitive: true,
    body: { schema: personSchema, example: { email: 'visitor@mail.example' } },
    answers: {
      202: {
        description: 'The job that does it; its result is the receipt.',
        schema: jobShape,
        headers: ['location'],
      },
    },
    handle: (call) =>
      runOnce(call, scopeOf(call), async (tx) => {
        const { email } = check<{ email: string }>('person', () => personSchema, call.body)
        const { broadcastId, userId } = call.membership
        const job = await people.ask(tx, type, email, { broadcastId, userId, actor: actorOf(call.principal) })
        const headers = { location: `/v1/users/${userId}/broadcasts/${broadcastId}/jobs/${job.id}` }
        return { answer: { status: 202, json: showJob(job), headers } }
      }),
  })
}

function takeRoute({ people }: PeopleRouteParts): Route {
  return forMembers('people.manage', {
    method: 'POST',
    path: `${broadcastPath}/people/exports/:jobId/download`,
    tag: 'people',
    summary: 'Download the file of an export, once, within a day',
    isSensitive: true,
    takesNoIdempotencyKey: true,
    answers: { 200: { description: 'Everything about the address. It is not kept any longer.', schema: fileSchema } },
    async handle({ membership, params, principal }) {
      const json = await people.takeFile(membership.broadcastId, params.jobId ?? '', actorOf(principal))
      return {
        status: 200,
        json,
        headers: { 'content-disposition': 'attachment; filename="person.json"' },
        isSensitive: true,
      }
    },
  })
}

const personSchema = {
  title: 'Person',
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: { email: { type: 'string', format: 'email', maxLength: 320 } },
}

const list = { type: 'array', items: { type: 'object' } }
const fileSchema = {
  title: 'PersonFile',
  type: 'object',
  required: [
    'address',
    'broadcast_id',
    'made_at',
    'contacts',
    'clients',
    'members',
    'events',
    'history',
    'mentions',
    'elsewhere',
  ],
  properties: {
    address: { type: 'string' },
    broadcast_id: { type: 'string' },
    made_at: { type: 'string', format: 'date-time' },
    contacts: list,
    clients: list,
    members: list,
    events: list,
    history: list,
    mentions: list,
    elsewhere: { type: 'object', description: 'The number of rows of other tables that contain the address.' },
  },
}

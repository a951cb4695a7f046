import { type AnyRecord, kinds } from '@marquee/model'
import type { RateLimiter } from '../../access/rate-limit.ts'
import { type Content, queueOf } from '../../content/content.ts'
import { check } from '../../content/shape.ts'
import type { ClientPatch, Clients, NewEvent } from '../../public/clients.ts'
import { type FormAnswers, isFromProgram, storeAnswers } from '../../public/form-answers.ts'
import type { Site } from '../../public/site.ts'
import { appendVisitorEvents, checkVisitorEvents } from '../../public/visitor-events.ts'
import type { KeyScope } from '../../store/access/idempotency.ts'
import type { Db, Tx } from '../../store/db.ts'
import { tooMany } from '../authorize.ts'
import type { RunOnce } from '../idempotent.ts'
import { bearerOf } from '../presented-keys.ts'
import { type Answer, type Call, type PublicCall, publicly, type Route } from '../route.ts'
import { publicPath } from './public-routes.ts'
import { clientSchema, eventsSchema, formAnswersSchema, newClientSchema, registeredSchema } from './visitor-schemas.ts'

export interface VisitorRouteParts {
  db: Db
  content: Content
  clients: Clients
  runOnce: RunOnce
  /** Writes per app; undefined when limits are off. */
  limiter: RateLimiter | undefined
  baseUrl: string
}

/** Writes of visitors: answers to a form, and the record of their own app. */
export function visitorRoutes(parts: VisitorRouteParts): Route[] {
  return [
    answerRoute(parts),
    registerRoute(parts),
    readMeRoute(parts),
    updateMeRoute(parts),
    removeMeRoute(parts),
    eventsRoute(parts),
  ]
}

function answerRoute({ content, runOnce }: VisitorRouteParts): Route {
  return publicly('writes', {
    method: 'POST',
    path: `${publicPath}/contacts`,
    tag: 'public',
    summary: 'Answer a published form',
    body: {
      schema: formAnswersSchema,
      maxBytes: smallBytes,
      example: {
        formId: '66a1f0c2d4e5b60718293a4b',
        fields: [{ key: 'email', value: 'visitor@mail.example' }],
      },
    },
    answers: { 202: { description: 'It was received.', schema: receivedSchema, example: { received: true } } },
    async handle(call) {
      const answers = check<FormAnswers>('form answers', () => formAnswersSchema, call.body)
      const answer = { status: 202, json: { received: true } }
      if (isFromProgram(answers)) return answer
      const store = async (tx: Tx) => {
        await storeAnswers({ content }, tx, call.site, answers)
        return { answer }
      }
      return runOnce(call, visitorScope(call), store, call.site.broadcastId)
    },
  })
}

function registerRoute({ clients, runOnce, baseUrl }: VisitorRouteParts): Route {
  return publicly('writes', {
    method: 'POST',
    path: `${publicPath}/clients`,
    tag: 'public',
    summary: 'Register an app or a browser',
    body: { schema: newClientSchema, maxBytes: smallBytes, optional: true, example: { platform: 'web', locale: 'fr' } },
    isSensitive: true,
    answers: { 201: { description: 'The client, and its token, which is shown this once.', schema: registeredSchema } },
    handle: (call) =>
      runOnce(
        call,
        visitorScope(call),
        async (tx) => {
          const sent = check<ClientPatch>('client create', () => newClientSchema, call.body)
          const { client, token } = await clients.register(tx, call.site, sent)
          const shown = await showClient(tx, clients, call.site, client, baseUrl)
          return { answer: { status: 201, json: { ...shown, token }, isSensitive: true }, replay: shown }
        },
        call.site.broadcastId,
      ),
  })
}

function readMeRoute({ db, clients, baseUrl }: VisitorRouteParts): Route {
  return publicly('reads', {
    method: 'GET',
    path: `${publicPath}/clients/me`,
    tag: 'public',
    summary: 'Read the record of my app',
    takesClientToken: true,
    isSensitive: true,
    answers: { 200: { description: 'The client.', schema: clientSchema } },
    async handle(call) {
      const client = await clients.require(call.site, tokenOf(call))
      return { status: 200, json: await showClient(db, clients, call.site, client, baseUrl) }
    },
  })
}

function updateMeRoute({ db, clients, limiter, baseUrl }: VisitorRouteParts): Route {
  return publicly('writes', {
    method: 'PATCH',
    path: `${publicPath}/clients/me`,
    tag: 'public',
    summary: 'Change language, favorites, push subscription and reminders of my app',
    takesClientToken: true,
    body: { schema: newClientSchema, maxBytes: smallBytes, example: { favoriteIds: ['66a1f0c2d4e5b60718293a4b'] } },
    isSensitive: true,
    answers: { 200: { description: 'The client after the change.', schema: clientSchema } },
    async handle(call) {
      const client = await clients.require(call.site, tokenOf(call))
      await limitClient(limiter, client)
      const sent = check<ClientPatch>('client patch', () => newClientSchema, call.body)
      const changed = await clients.update(call.site, client, sent)
      return { status: 200, json: await showClient(db, clients, call.site, changed, baseUrl) }
    },
  })
}

function removeMeRoute({ clients }: VisitorRouteParts): Route {
  return publicly('writes', {
    method: 'DELETE',
    path: `${publicPath}/clients/me`,
    tag: 'public',
    summary: 'Forget my app',
    takesClientToken: true,
    isSensitive: true,
    answers: { 204: { description: 'The client and its data were deleted; its token is no longer valid.' } },
    async handle(call) {
      await clients.remove(call.site, await clients.require(call.site, tokenOf(call)))
      return { status: 204 }
    },
  })
}

function eventsRoute(parts: VisitorRouteParts): Route {
  return publicly('writes', {
    method: 'POST',
    path: `${publicPath}/events`,
    tag: 'public',
    summary: 'Record one analytics event, or up to 100',
    takesClientToken: 'optional',
    body: { schema: eventsSchema, maxBytes: 4 * smallBytes, example: { type: 'visit' } },
    answers: {
      202: { description: 'The number of accepted events.', schema: acceptedSchema, example: { accepted: 1 } },
    },
    handle: (call) => (call.headers.authorization === undefined ? storeAnonymous(parts, call) : storeOwn(parts, call)),
  })
}

/** The events of a registered app. */
async function storeOwn({ clients, limiter, runOnce }: VisitorRouteParts, call: PublicCall): Promise<Answer> {
  const client = await clients.require(call.site, tokenOf(call))
  await limitClient(limiter, client)
  const sent = check<NewEvent | { events: NewEvent[] }>('client events', () => eventsSchema, call.body)
  const events = 'events' in sent ? sent.events : [sent]
  return runOnce(
    call,
    { broadcastId: call.site.broadcastId, caller: `client/${client._id}` },
    async (tx) => {
      await clients.append(tx, call.site, client, events)
      return { answer: { status: 202, json: { accepted: events.length } } }
    },
    queueOf(kinds.broadcastEvent, call.site.broadcastId),
  )
}

/** The events of a visitor who only reads. Not even the scope of an Idempotency-Key contains the address. */
async function storeAnonymous({ content, runOnce }: VisitorRouteParts, call: PublicCall): Promise<Answer> {
  const events = checkVisitorEvents(call.body)
  const { broadcastId } = call.site
  return runOnce(
    call,
    { broadcastId, caller: `visitors/${broadcastId}` },
    async (tx) => {
      await appendVisitorEvents({ content }, tx, call.site, events)
      return { answer: { status: 202, json: { accepted: events.length } } }
    },
    queueOf(kinds.broadcastEvent, broadcastId),
  )
}

async function showClient(
  db: Parameters<Clients['favoritesOf']>[0],
  clients: Clients,
  site: Site,
  client: AnyRecord,
  baseUrl: string,
) {
  const { _id, platform, locale, pushSubscription, reminderMinutes, quietHours } = client
  const favoriteIds = await clients.favoritesOf(db, site, client)
  const calendarUrl = `${baseUrl}/v1/public/${site.address}/programme.ics?favorites=${clients.calendarToken(client)}`
  return { _id, platform, locale, favoriteIds, pushSubscription, reminderMinutes, quietHours, calendarUrl }
}

async function limitClient(limiter: RateLimiter | undefined, client: AnyRecord): Promise<void> {
  const state = await limiter?.take(client._id)
  if (state?.isExceeded) throw tooMany(state.resetSeconds)
}

const tokenOf = ({ headers }: Call) => bearerOf(headers.authorization)

/** Visitors without a token are distinguished by address. */
const visitorScope = ({ request, site: { broadcastId } }: PublicCall): KeyScope => ({
  broadcastId,
  caller: `public/${broadcastId}/${request.ip}`,
})

const smallBytes = 65_536

const receivedSchema = { type: 'object', required: ['received'], properties: { received: { type: 'boolean' } } }
const acceptedSchema = { type: 'object', required: ['accepted'], properties: { accepted: { type: 'integer' } } }

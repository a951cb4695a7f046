import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookie, deviceLifeSeconds, deviceToken, readDevice } from '../../access/known-device.ts'
import { type SignIn, type SignInEndpoint, signInEndpoints } from '../../access/sign-in.ts'
import { authPath } from '../../access/sign-in-rules.ts'
import type { SignInThrottle, ThrottledAction, Trier } from '../../access/sign-in-throttle.ts'
import type { Clock } from '../../base/clock.ts'
import { AppError } from '../../base/errors.ts'
import type { Vault } from '../../base/vault.ts'
import { check } from '../../content/shape.ts'
import { headersOf } from '../authorize.ts'
import { checkBodyHeaders, parseBody } from '../body.ts'
import { createBody } from '../encoded-body.ts'
import { refuseMethods } from '../other-methods.ts'
import { sendBody } from '../send.ts'
import { limitArrival } from '../slow-bodies.ts'

export interface AuthParts {
  signIn: SignIn
  throttle: SignInThrottle
  vault: Vault
  clock: Clock
  secureCookies: boolean
}

/** A route for each sign-in endpoint, and no other below /v1/auth: the router alone decides which one a request is for. */
export function addAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  for (const [name, method] of Object.entries(signInEndpoints)) {
    const endpoint = name as SignInEndpoint
    const url = authPath + endpoint
    app.route({
      method,
      url,
      bodyLimit: maxBytes,
      onRequest: (request, _reply, done) => {
        limitArrival(request)
        done()
      },
      handler: (request, reply) => answer(parts, endpoint, request, reply),
    })
    refuseMethods(app, url, { refused: otherMethods.filter((other) => other !== method), allowed: [method] })
  }
}

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const maxBytes = 65_536

async function answer(
  parts: AuthParts,
  endpoint: SignInEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signIn, throttle } = parts
  const call = { endpoint, headers: headersOf(request), body: bodyOf(request), address: request.ip }
  const trier = await trierOf(parts, endpoint, call.headers, call.body, request.ip)
  const actions = throttledActions[endpoint] ?? []
  for (const action of actions) requireRoom(throttle, action, trier)
  const response = await signIn.handle(call)
  // A mail that was sent still counts, and so does an account that was created.
  for (const action of actions)
    if (action !== 'newAccount' && !signIn.sendsMail(endpoint)) throttle.succeeded(action, trier)
  const text = (await response.text()) || 'null'
  if (trier.device === undefined && beginsSession.has(endpoint)) rememberDevice(parts, text, reply)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.code(response.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return sendBody(request, reply, await createBody(text, 'fast'), {
    withEtag: signInEndpoints[endpoint] === 'GET',
  })
}

/** Endpoints that could guess a password, reveal an account, or flood a mailbox. */
const throttledActions: Partial<Record<SignInEndpoint, ThrottledAction[]>> = {
  '/sign-in/email': ['signIn'],
  '/change-password': ['changePassword'],
  '/request-password-reset': ['resetPassword'],
  '/sign-up/email': ['signUp', 'newAccount'],
  '/confirm-sign-up': ['confirmSignUp'],
}

function requireRoom(throttle: SignInThrottle, action: ThrottledAction, trier: Trier): void {
  const { isAllowed, retryAfterSeconds } = throttle.allow(action, trier)
  if (isAllowed) return
  throw new AppError('rate_limited', 'Too many attempts; wait before trying again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** The account of a request. For a signed-in person it is the person: a cookie can be written in many ways. */
async function trierOf(
  { signIn, vault, clock }: AuthParts,
  endpoint: SignInEndpoint,
  headers: Headers,
  body: unknown,
  address: string,
): Promise<Trier> {
  if (endpoint === '/change-password') {
    const person = await signIn.findPerson(headers)
    if (!person) throw new AppError('unauthenticated', 'This is for signed-in people.')
    return { address, account: person.id }
  }
  const email: unknown = Object(body).email
  const account = typeof email === 'string' ? email : ''
  const token = endpoint === '/sign-in/email' ? deviceIn(headers) : undefined
  return { address, account, device: token === undefined ? undefined : readDevice(vault, token, account, clock.now()) }
}

const deviceIn = (headers: Headers) =>
  (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${deviceCookie}=`))
    ?.slice(deviceCookie.length + 1)

const beginsSession: ReadonlySet<SignInEndpoint> = new Set(['/sign-in/email', '/sign-up/email', '/confirm-sign-up'])

/** Sets the known-device cookie of the account that the browser is now signed in to. */
function rememberDevice({ vault, clock, secureCookies }: AuthParts, answered: string, reply: FastifyReply): void {
  const email: unknown = Object(Object(JSON.parse(answered)).user).email
  if (typeof email !== 'string') return
  const token = deviceToken(vault, email, clock.now())
  const scope = `Path=${authPath}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`
  reply.header('set-cookie', `${deviceCookie}=${token}; Max-Age=${deviceLifeSeconds}; ${scope}`)
}

function bodyOf(request: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length === 0) return {}
  checkBodyHeaders(request, bodySpec)
  return check('sign-in', () => bodySpec.schema, parseBody(bytes, bodySpec))
}

const bodySpec = { schema: { type: 'object' }, maxBytes }

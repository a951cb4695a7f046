import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../access/sign-in.ts'
import type { SignInThrottle } from '../access/sign-in-throttle.ts'
import { AppError } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import { headersOf } from './door.ts'

export interface AuthParts {
  signIn: SignIn
  throttle: SignInThrottle
  baseUrl: string
}

/** Hands /v1/auth/* to the people's sign-in. What could guess a password or flood a mailbox is slowed down first. */
export function addAuthRoutes(app: FastifyInstance, { signIn, throttle, baseUrl }: AuthParts): void {
  app.route({
    // What an address does not take is for the sign-in to say.
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/v1/auth/*',
    bodyLimit: 65_536,
    handler: async (request, reply) => {
      const subject = throttledSubject(request)
      if (subject !== undefined) requireRoom(throttle, request.ip, subject)
      const response = await signIn.handle(toWebRequest(request, baseUrl), request.ip)
      // A mail that was sent still counts: nobody gets a hundred of them.
      if (subject !== undefined && !isMailing(request)) throttle.succeeded(request.ip, subject)
      return sendResponse(response, reply)
    },
  })
}

function requireRoom(throttle: SignInThrottle, address: string, subject: string): void {
  const { isAllowed, retryAfterSeconds } = throttle.allow(address, subject)
  if (isAllowed) return
  throw new AppError('rate_limited', 'Too many attempts; wait before trying again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** Whose password or mailbox a request is about, or undefined when it is about neither. */
function throttledSubject(request: FastifyRequest): string | undefined {
  const path = pathOf(request)
  if (path === '/v1/auth/sign-in/email' || isMailing(request)) return `${path} ${emailOf(request)}`
  if (path === '/v1/auth/change-password') return `${path} ${request.headers.cookie ?? ''}`
  return undefined
}

const isMailing = (request: FastifyRequest) => pathOf(request) === '/v1/auth/request-password-reset'
const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

function emailOf(request: FastifyRequest): string {
  const parsed = parseJson(Buffer.isBuffer(request.body) ? request.body : '')
  const email = 'value' in parsed ? Object(parsed.value).email : undefined
  return typeof email === 'string' ? email.toLowerCase().slice(0, 320) : ''
}

function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const body = Buffer.isBuffer(request.body) && request.method !== 'GET' ? new Uint8Array(request.body) : null
  const headers = headersOf(request)
  headers.delete('content-length')
  return new Request(new URL(request.url, baseUrl), { method: request.method, headers, body })
}

async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const location = response.headers.get('location')
  if (location) reply.header('location', location)
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send((await response.text()) || 'null')
}

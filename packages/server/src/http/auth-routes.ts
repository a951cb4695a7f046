import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../access/sign-in.ts'
import type { SignInThrottle } from '../access/sign-in-throttle.ts'
import { AppError, type ErrorCode } from '../base/errors.ts'
import { headersOf } from './door.ts'
import { sendProblem } from './problem.ts'

export interface AuthParts {
  signIn: SignIn
  throttle: SignInThrottle
  baseUrl: string
}

/** Hands /v1/auth/* to the sign-in library, and makes its failures look like all others. */
export function addAuthRoutes(app: FastifyInstance, { signIn, throttle, baseUrl }: AuthParts): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/v1/auth/*',
    bodyLimit: 65_536,
    handler: async (request, reply) => {
      const isSignIn = request.method === 'POST' && pathOf(request) === '/v1/auth/sign-in/email'
      const email = isSignIn ? emailOf(request) : ''
      if (isSignIn) requireRoom(throttle, request.ip, email)
      const response = await signIn.handle(toWebRequest(request, baseUrl))
      if (isSignIn && response.ok) throttle.succeeded(request.ip, email)
      return sendResponse(response, request, reply)
    },
  })
}

function requireRoom(throttle: SignInThrottle, address: string, email: string): void {
  const { isAllowed, retryAfterSeconds } = throttle.allow(address, email)
  if (isAllowed) return
  throw new AppError('rate_limited', 'Too many attempts to sign in; wait before trying again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const body = Buffer.isBuffer(request.body) && request.method !== 'GET' ? new Uint8Array(request.body) : null
  const headers = headersOf(request)
  headers.delete('content-length')
  return new Request(new URL(request.url, baseUrl), { method: request.method, headers, body })
}

async function sendResponse(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const text = await response.text()
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (response.status >= 400) return sendProblem(failureOf(response.status, text), request, reply)
  const location = response.headers.get('location')
  if (location) reply.header('location', location)
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text || 'null')
}

function failureOf(status: number, text: string): AppError {
  const said: { code?: string; message?: string } = parseOr(text, {})
  const detail = typeof said.message === 'string' ? said.message : 'Signing in did not work.'
  const reason = typeof said.code === 'string' ? { extra: { reason: said.code.toLowerCase() } } : {}
  return new AppError(codes[status] ?? (status >= 500 ? 'internal' : 'invalid'), detail, reason)
}

const codes: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'cross_site_request',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]

function emailOf(request: FastifyRequest): string {
  const body: { email?: unknown } = Buffer.isBuffer(request.body) ? parseOr(request.body.toString('utf8'), {}) : {}
  return typeof body?.email === 'string' ? body.email.toLowerCase().slice(0, 320) : ''
}

function parseOr<T>(text: string, fallback: T): T {
  try {
    return JSON.parse(text) ?? fallback
  } catch {
    return fallback
  }
}

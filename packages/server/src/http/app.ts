import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import type { Standing } from '../access/rights.ts'
import { AppError, notFound } from '../base/errors.ts'
import { checkBodyHeaders, defaultMaxBytes, parseBody } from './body.ts'
import { createCors } from './cors.ts'
import type { Door } from './door.ts'
import { etagOf, isKnown } from './etag.ts'
import type { KeptAnswer, KeptAnswers, Reading } from './kept-answers.ts'
import { readParams } from './params.ts'
import { pathFinder } from './path-match.ts'
import { problemOf, sendProblem, unavailable } from './problem.ts'
import { newRequestId } from './request-id.ts'
import type { Admitted, Answer, Route } from './route.ts'
import { encodingFor } from './stored-body.ts'

export interface AppParts {
  routes: Route[]
  door: Door
  keptAnswers: KeptAnswers
  log: FastifyBaseLogger
  trustedProxies: string[]
  corsOrigins: string[]
  /** Whether the service is about to stop and takes no new requests. */
  isDraining(): boolean
  onAnswered(request: FastifyRequest, reply: FastifyReply): void
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted
    /** How much news there had been when the request came. */
    since: number
  }
}

/** The HTTP application: every route behind the same door, every failure a problem document. */
export function buildApp(parts: AppParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: parts.trustedProxies.length > 0 ? parts.trustedProxies : false,
    bodyLimit: defaultMaxBytes,
    requestTimeout: 60_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler,
    // Ours answers with a problem document.
    http: { requireHostHeader: false },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  app.decorateRequest('admitted')
  app.decorateRequest('since', 0)
  app.setErrorHandler(sendProblem)
  const groups = groupByPath(parts.routes)
  const findPath = pathFinder([...groups.keys()])
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(), request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    if (parts.isDraining()) reply.header('connection', 'close')
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new AppError('malformed_request', 'The request names no host.')
  })
  app.addHook('onRequest', createCors(parts.corsOrigins))
  // The router knows a path by the methods it has; asked with another, it may still be there.
  app.addHook('onRequest', async (request, reply) => {
    const found = request.is404 ? findPath(request.url) : undefined
    if (!found) return
    request.params = found.params
    await refuseMethod(request, reply, parts.door, groups.get(found.path) ?? [])
  })
  app.addHook('onResponse', async (request, reply) => parts.onAnswered(request, reply))
  for (const [path, routes] of groups) addPath(app, parts, path, routes)
  answerExpectations(app)
  return app
}

function addPath(app: FastifyInstance, parts: AppParts, path: string, routes: Route[]): void {
  const { door, isDraining, keptAnswers } = parts
  for (const route of routes) {
    app.route({
      method: route.method,
      url: path,
      bodyLimit: route.body?.maxBytes ?? defaultMaxBytes,
      onRequest: async (request, reply) => {
        // Whoever asks how the service is gets an answer to the last.
        if (isDraining() && route.access.who !== 'anyone') throw unavailable('The service is stopping.')
        request.since = keptAnswers.now()
        await door.greet(request, route.access)
        // What is public is the same for all, so it need not be known who asks, nor whether the broadcast is still there.
        const kept = route.kept && route.access.who === 'public' && keptAnswers.find(request.url)
        if (kept) return sendKept(request, reply, route, kept)
        request.admitted = await door.admit(request, reply, route.access)
        if (route.body) checkBodyHeaders(request, route.body)
      },
      handler: async (request, reply) => {
        const kept = route.kept && (await readKept(keptAnswers, route, route.kept, request, reply))
        if (kept) return sendKept(request, reply, route, kept)
        const answer = await answerOf(route, request, reply)
        return answer ? send(request, reply, { isSensitive: route.isSensitive ?? false, ...answer }) : reply
      },
    })
  }
  addOtherMethods(app, door, path, routes)
}

/** The answer of a route whose answers may be kept: from memory, or read and kept. */
async function readKept(
  keptAnswers: KeptAnswers,
  route: Route,
  subject: NonNullable<Route['kept']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeptAnswer> {
  const { seat, site } = request.admitted
  const { broadcastId } = seat ?? site ?? { broadcastId: '' }
  const key = seat ? `${broadcastId} ${standingOf(seat.standing)} ${request.url}` : request.url
  const found = seat && keptAnswers.find(key)
  if (found) return found
  return keptAnswers.read({ broadcastId, key, subject, since: request.since }, async () => {
    const answer = await answerOf(route, request, reply)
    if (!answer) throw new Error('an answer that was written to the socket cannot be kept')
    return readingOf(route, answer)
  })
}

const standingOf = (standing: Standing) => ('role' in standing ? standing.role : standing.scopes.join('+'))

function readingOf(route: Route, answer: Answer): Reading {
  const isSensitive = answer.isSensitive ?? route.isSensitive ?? false
  return {
    text: textOf(answer),
    headers: {
      'cache-control': isSensitive ? 'no-store' : 'private, no-cache',
      'content-type': answer.text?.type ?? jsonType,
      ...answer.headers,
    },
    untilMs: answer.untilMs,
    isSensitive,
  }
}

async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { headers, body }: KeptAnswer,
): Promise<FastifyReply> {
  const isPublic = route.access.who === 'public'
  const encoding = isPublic ? encodingFor(request.headers['accept-encoding'], body.plain.bytes.length) : 'identity'
  const { bytes, etag } = encoding === 'identity' ? body.plain : await body.in(encoding)
  reply.headers(headers).header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

async function answerOf(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Answer | undefined> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const at = request.url.indexOf('?')
  const call = {
    params: request.params as Record<string, string>,
    query: readParams(route.params, at < 0 ? '' : request.url.slice(at + 1)),
    body: route.body ? parseBody(rawBody, route.body) : undefined,
    rawBody,
    headers: request.headers,
    request,
    reply,
  }
  return route.handle(call, request.admitted)
}

/** The methods a path does not have answer 405, to those whom the path is for. */
function addOtherMethods(app: FastifyInstance, door: Door, path: string, routes: Route[]): void {
  const known = methodsOf(routes)
  app.route({
    method: httpMethods.filter((method) => !known.includes(method)),
    url: path,
    onRequest: (request, reply) => refuseMethod(request, reply, door, routes),
    handler: async () => undefined,
  })
}

async function refuseMethod(request: FastifyRequest, reply: FastifyReply, door: Door, routes: Route[]): Promise<void> {
  const allow = [...methodsOf(routes), 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') {
    await reply.code(204).header('allow', allow).send()
    return
  }
  const [first] = routes
  if (first) await door.admit(request, reply, first.access)
  throw new AppError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } })
}

function methodsOf(routes: Route[]): string[] {
  const methods: string[] = routes.map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'] as const

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.header('cache-control', answer.isSensitive ? 'no-store' : 'private, no-cache').headers(answer.headers ?? {})
  if (answer.json === undefined && !answer.text) return reply.code(answer.status).send()
  const text = textOf(answer)
  if (answer.etag) {
    const etag = etagOf(text)
    reply.header('etag', etag)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (!reply.hasHeader('content-type')) reply.type(answer.text?.type ?? jsonType)
  return reply.code(answer.status).send(text)
}

const textOf = ({ json, text }: Answer): string =>
  text?.content ?? (typeof json === 'string' ? json : JSON.stringify(json))

const jsonType = 'application/json; charset=utf-8'

function groupByPath(routes: Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route])
  return groups
}

/** Nothing but `100-continue` can be expected of us. */
function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = new AppError('expectation_failed', 'What the request expects cannot be met.')
    const body = JSON.stringify(problemOf(problem, newRequestId(request)))
    const headers = { 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body) }
    response.writeHead(problem.status, headers).end(body)
  })
}

/** What is not HTTP at all never reaches a route; it still gets a problem document. */
function clientErrorHandler(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isHeaderOverflow = error.code === 'HPE_HEADER_OVERFLOW'
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const problem = isTimeout
    ? new AppError('request_timeout', 'The request took too long to arrive.')
    : isHeaderOverflow
      ? new AppError('header_too_large', 'The header of the request is too large.')
      : new AppError('malformed_request', 'This is not a well-formed HTTP request.')
  const body = JSON.stringify(problemOf(problem, newRequestId()))
  socket.end(
    `HTTP/1.1 ${problem.status} Error\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

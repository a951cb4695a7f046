import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { cacheScopeOf } from '../access/rights.ts'
import { AppError, notFound } from '../base/errors.ts'
import type { Authorizer } from './authorize.ts'
import { checkBodyHeaders, checkUploadHeaders, defaultMaxBytes, parseBody } from './body.ts'
import { createCors } from './cors.ts'
import type { FastPath } from './fast-path.ts'
import { readParams } from './params.ts'
import { pathFinder } from './path-match.ts'
import { sendProblem, unavailable } from './problem.ts'
import { newRequestId } from './request-id.ts'
import { endsWithSlash, hasValidHost, isNormalTarget } from './request-target.ts'
import { type CachedResponse, publicScope, type ResponseCache, type Subject } from './response-cache.ts'
import type { Answer, Authorized, Route } from './route.ts'
import { renderedOf, send, sendCached } from './send.ts'
import { answerClientError, prepareServer } from './server-events.ts'
import { limitArrival } from './slow-bodies.ts'

export interface AppParts {
  routes: Route[]
  authorizer: Authorizer
  responseCache: ResponseCache
  /** Tried before the ordinary way, where there is one. */
  fastPath: FastPath | undefined
  log: FastifyBaseLogger
  trustedProxies: string[]
  corsOrigins: string[]
  /** Whether the service is about to stop and takes no new requests. */
  isDraining(): boolean
  onAnswered(request: FastifyRequest, reply: FastifyReply): void
}

declare module 'fastify' {
  interface FastifyRequest {
    authorized: Authorized
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
    // Most requests log nothing, and lines that are written name their request themselves.
    childLoggerFactory: (log) => log,
    trustProxy: parts.trustedProxies.length > 0 ? parts.trustedProxies : false,
    bodyLimit: defaultMaxBytes,
    // For uploads; the body of anything else must come sooner.
    requestTimeout: 900_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: answerClientError,
    // Ours answers with a problem document.
    http: { requireHostHeader: false },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  // Files are read by the handler, as they come. Elsewhere there is nobody to read them.
  app.addContentTypeParser('multipart/form-data', ({ routeOptions }, _stream, done) =>
    (routeOptions.config as RouteConfig).takesFiles
      ? done(null)
      : done(new AppError('unsupported_media_type', 'The body must be sent as application/json.')),
  )
  app.decorateRequest('authorized')
  app.decorateRequest('since', 0)
  app.setErrorHandler(sendProblem)
  const groups = groupByPath(parts.routes)
  const findPath = pathFinder([...groups.keys()])
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(), request, reply))
  const cors = createCors(parts.corsOrigins)
  // Called for every request, so it waits for nothing unless it must.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (parts.isDraining()) reply.header('connection', 'close')
    if (!hasValidHost(request.raw))
      return done(
        new AppError('malformed_request', 'The request must have one Host header, with a name or an address.'),
      )
    const { url: route = '' } = request.routeOptions
    const isOffRoute = endsWithSlash(request.url) && !/[/*]$/.test(route)
    if (isOffRoute || !isNormalTarget(request.url)) return done(notFound())
    if (cors(request, reply) === 'answered') return
    // The router knows a path by the methods it has; asked with another, it may still be there.
    const found = request.is404 ? findPath(request.url) : undefined
    if (!found) return done()
    request.params = found.params
    refuseMethod(request, reply, parts.authorizer, groups.get(found.path) ?? []).then(() => undefined, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.onAnswered(request, reply)
    done()
  })
  for (const [path, routes] of groups) addPath(app, parts, path, routes)
  prepareServer(app.server, parts.fastPath)
  return app
}

interface RouteConfig {
  takesFiles?: boolean
}

function addPath(app: FastifyInstance, parts: AppParts, path: string, routes: Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: path,
      bodyLimit: route.body?.maxBytes ?? defaultMaxBytes,
      config: { takesFiles: route.upload !== undefined },
      onRequest: (request, reply, done) => enter(parts, route, request, reply, done),
      handler: async (request, reply) => {
        if (route.kept && !route.isStreamed?.(request.url)) {
          sendCached(request, reply, route, await readAndKeep(parts.responseCache, route, route.kept, request, reply))
          return reply
        }
        const answer = await answerOf(route, request, reply)
        return answer ? send(request, reply, { isSensitive: route.isSensitive ?? false, ...answer }) : reply
      },
    })
  }
  addOtherMethods(app, parts.authorizer, path, routes)
}

/** Lets a request in and answers it from memory where that can be done; otherwise it goes on to the handler. */
function enter(
  { authorizer, isDraining, responseCache }: AppParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  // Whoever asks how the service is gets an answer to the last.
  if (isDraining() && route.access.who !== 'anyone') {
    done(unavailable('The service is stopping.'))
    return
  }
  request.since = responseCache.now()
  const goOn = (authorized: Authorized) => {
    request.authorized = authorized
    const kept = route.kept && authorized.membership && responseCache.find(cacheScopeFor(authorized), request.url)
    if (kept) return sendCached(request, reply, route, kept)
    if (route.body) checkBodyHeaders(request, route.body)
    if (route.upload) checkUploadHeaders(request, route.upload)
    else limitArrival(request)
    done()
  }
  const attempt = (step: () => void) => {
    try {
      step()
    } catch (error) {
      done(error as Error)
    }
  }
  attempt(() => {
    authorizer.limitByAddress(request, route.access)
    // What is public is the same for all, so it need not be known who asks, nor whether the broadcast is still there.
    const kept = route.kept && route.access.who === 'public' && responseCache.find(publicScope, request.url)
    if (kept) return sendCached(request, reply, route, kept)
    const authorized = authorizer.authorize(request, reply, route.access)
    if (!(authorized instanceof Promise)) return goOn(authorized)
    authorized.then((known) => attempt(() => goOn(known)), done)
  })
}

/** The answer of a route whose answers may be kept. */
function readAndKeep(
  responseCache: ResponseCache,
  route: Route,
  subject: Subject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CachedResponse> {
  const { membership, site } = request.authorized
  const { broadcastId } = membership ?? site ?? { broadcastId: '' }
  const asked = {
    broadcastId,
    scope: cacheScopeFor(request.authorized),
    url: request.url,
    subject,
    since: request.since,
  }
  return responseCache.read(asked, async () => {
    const answer = await answerOf(route, request, reply)
    if (!answer) throw new Error('an answer that was written to the socket cannot be kept')
    return renderedOf(route, answer)
  })
}

const cacheScopeFor = ({ membership }: Authorized) =>
  membership ? cacheScopeOf(membership.broadcastId, membership.permissions) : publicScope

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
  return route.handle(call, request.authorized)
}

/** The methods a path does not have answer 405, to those whom the path is for. */
function addOtherMethods(app: FastifyInstance, authorizer: Authorizer, path: string, routes: Route[]): void {
  const known = methodsOf(routes)
  app.route({
    method: httpMethods.filter((method) => !known.includes(method)),
    url: path,
    onRequest: (request, reply) => refuseMethod(request, reply, authorizer, routes),
    handler: async () => undefined,
  })
}

async function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  authorizer: Authorizer,
  routes: Route[],
): Promise<void> {
  const allow = [...methodsOf(routes), 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') {
    await reply.code(204).header('allow', allow).send()
    return
  }
  const [first] = routes
  if (first) {
    authorizer.limitByAddress(request, first.access)
    await authorizer.authorize(request, reply, first.access)
  }
  throw new AppError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } })
}

function methodsOf(routes: Route[]): string[] {
  const methods: string[] = routes.map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'] as const

function groupByPath(routes: Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route])
  return groups
}

import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError, notFound } from '../base/errors.ts'
import type { Tracing } from '../base/tracing.ts'
import { defaultMaxBytes } from './body.ts'
import { createCors } from './cors.ts'
import type { FastPath } from './fast-path.ts'
import type { FindRefusal } from './other-methods.ts'
import { sendProblem } from './problem.ts'
import { newRequestId } from './request-id.ts'
import { addRequestSpans } from './request-spans.ts'
import { endsWithSlash, hasValidHost, isNormalTarget } from './request-target.ts'
import type { Authorized } from './route.ts'
import { addRoutes, type RouteConfig, type RoutingParts } from './routing.ts'
import { securityHeaders } from './security-headers.ts'
import { answerClientError, prepareServer } from './server-events.ts'

export interface AppParts extends RoutingParts {
  /** Tried before the framework, where there is one. */
  fastPath: FastPath | undefined
  /** Whether a host is the own domain of a site. */
  isDomain(host: string): boolean
  log: FastifyBaseLogger
  tracing: Tracing
  trustedProxies: string[]
  corsOrigins: string[]
  onAnswered(request: FastifyRequest, reply: FastifyReply): void
}

declare module 'fastify' {
  interface FastifyRequest {
    authorized: Authorized
    /** The count of notifications when the request arrived. */
    since: number
  }
}

/** The HTTP application: every route is authorized in the same way, every failure is a problem document. */
export function buildApp(parts: AppParts): FastifyInstance {
  /** Refuses a request that reaches no route, with the rate limit of its key. */
  const refuse = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    await parts.authorizer.reportLimit(request, reply)
    return sendProblem(error, request, reply)
  }
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Most requests log nothing, and the other lines contain the request id themselves.
    childLoggerFactory: (log) => log,
    trustProxy: parts.trustedProxies.length > 0 ? parts.trustedProxies : false,
    bodyLimit: defaultMaxBytes,
    // For uploads; other bodies must arrive sooner.
    requestTimeout: 900_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: answerClientError,
    // Our own handler responds with a problem document.
    http: { requireHostHeader: false },
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  })
  app.removeAllContentTypeParsers()
  // The framework finds the parser of a type that it has by name without parsing the type, for almost every write.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  // Uploads are streamed by their handler. Other routes do not read the body.
  app.addContentTypeParser('multipart/form-data', ({ routeOptions }, _stream, done) =>
    (routeOptions.config as RouteConfig).takesFiles
      ? done(null)
      : done(new AppError('unsupported_media_type', 'The body must be sent as application/json.')),
  )
  app.decorateRequest('authorized')
  app.decorateRequest('since', 0)
  app.setErrorHandler((error, request, reply) => {
    // The framework closes the connection of a body that it stops reading. A client that still sends would lose the answer with it.
    if (!parts.isDraining()) reply.removeHeader('connection')
    return sendProblem(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => refuse(notFound(), request, reply))
  const cors = createCors(parts.corsOrigins)
  let findRefusal: FindRefusal = () => undefined
  // First, so that refusals are traced as well.
  if (parts.tracing.isOn) addRequestSpans(app, parts.tracing, parts.trustedProxies)
  // Runs for every request, so it is synchronous.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    if (parts.isDraining()) reply.header('connection', 'close')
    if (!hasValidHost(request.raw)) return void refuse(badHost(), request, reply)
    const { url: route = '' } = request.routeOptions
    const isOffRoute = endsWithSlash(request.url) && !/[/*]$/.test(route)
    if (isOffRoute || !isNormalTarget(request.url)) return void refuse(notFound(), request, reply)
    if (cors(request, reply) === 'answered') return
    // A website is at any first segment, so its route matches where a path of the API lacks a method.
    const refuseMethod = request.is404 || route.startsWith('/:') ? findRefusal(request) : undefined
    if (refuseMethod) refuseMethod(request, reply).catch(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.onAnswered(request, reply)
    done()
  })
  findRefusal = addRoutes(app, parts)
  prepareServer(app.server, parts.fastPath, parts.isDomain, parts.admission)
  return app
}

/** Bodies are validated by the features. Without compilers of its own, the framework loads 53 files less at every start. */
const refuseSchema = () => {
  throw new Error('a route declares its schema as `body`, not to the framework')
}

const badHost = () =>
  new AppError('malformed_request', 'The request must have one Host header, with a name or an address.')

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheScopeOf } from '../access/rights.ts'
import type { Freshness } from '../store/freshness.ts'
import type { Admission } from './admission.ts'
import type { Authorizer } from './authorize.ts'
import { checkBodyHeaders, checkUploadHeaders, defaultMaxBytes, isForm, parseBody } from './body.ts'
import type { FastLists } from './fast-lists.ts'
import { requireLocale } from './locale-param.ts'
import { authorizeFresh, hasMinSequence, showSequence } from './min-sequence.ts'
import { type FindRefusal, refuseOtherMethods } from './other-methods.ts'
import { readParams, readQuery } from './params.ts'
import { overloaded, unavailable } from './problem.ts'
import { type CachedResponse, publicScope, type ResponseCache, type Subject } from './response-cache.ts'
import type { Answer, Authorized, Route } from './route.ts'
import { renderedOf, send } from './send.ts'
import { replyCached } from './send-cached.ts'
import { limitArrival } from './slow-bodies.ts'

export interface RoutingParts {
  routes: Route[]
  authorizer: Authorizer
  responseCache: ResponseCache
  freshness: Freshness
  admission: Admission
  fastLists: FastLists
  /** The languages of a broadcast. */
  findLocales(broadcastId: string): Promise<readonly string[]>
  /** Whether the service is stopping and refuses new requests. */
  isDraining(): boolean
}

export interface RouteConfig {
  takesFiles?: boolean
}

/** Registers every route, with the same checks in the same order. Returns how unsupported methods are refused. */
export function addRoutes(app: FastifyInstance, parts: RoutingParts): FindRefusal {
  const { routes, authorizer } = parts
  for (const route of routes) addRoute(app, parts, route)
  const paths = [...Map.groupBy(routes, (route) => route.path)].map(([path, ofPath]) => ({
    path,
    methods: ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    async authorize(request: FastifyRequest, reply: FastifyReply) {
      const [first] = ofPath
      if (!first) return
      authorizer.limitByAddress(request, first.access)
      await authorizer.authorize(request, reply, first.access)
    },
  }))
  return refuseOtherMethods(app, paths)
}

function addRoute(app: FastifyInstance, parts: RoutingParts, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.body?.maxBytes ?? defaultMaxBytes,
    config: { takesFiles: route.upload !== undefined },
    onRequest: (request, reply, done) => enter(parts, route, request, reply, done),
    handler: async (request, reply) => {
      if (route.kept && !route.isStreamed?.(request.url)) {
        replyCached(request, reply, await readAndKeep(parts, route, route.kept, request, reply))
        return reply
      }
      const answer = await answerOf(parts, route, request, reply)
      if (answer && route.method !== 'GET') await showSequence(parts.freshness, request, reply, answer)
      return answer ? send(request, reply, { isSensitive: route.isSensitive ?? false, ...answer }) : reply
    },
  })
}

/** Authorizes a request and responds from the cache, or calls the handler. */
function enter(
  parts: RoutingParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { authorizer, isDraining, responseCache } = parts
  // Health checks are answered until the end.
  if (isDraining() && route.access.who !== 'anyone') {
    done(unavailable('The service is stopping.'))
    return
  }
  request.since = responseCache.now()
  const isPinned = hasMinSequence(route, request)
  const isOpen = route.access.who === 'public' && !isPinned
  const goOn = (authorized: Authorized) => {
    request.authorized = authorized
    const cached = route.kept && !isOpen && responseCache.find(cacheScopeFor(authorized), request.url)
    if (cached) return replyCached(request, reply, cached)
    const upload = uploadOf(route, request)
    if (upload) checkUploadHeaders(request, upload)
    else if (route.body) checkBodyHeaders(request, route.body)
    if (!upload) limitArrival(request)
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
    // Public responses are the same for all callers, so a cached one needs no lookup of the broadcast.
    const cached = route.kept && isOpen && responseCache.find(publicScope, request.url)
    if (cached) return replyCached(request, reply, cached)
    const authorize = () => authorizer.authorize(request, reply, route.access)
    const authorized = isPinned ? authorizeFresh(parts, request, authorize) : authorize()
    if (!(authorized instanceof Promise)) return goOn(authorized)
    authorized.then((known) => attempt(() => goOn(known)), done)
  })
}

/** The response of a route whose responses are cached. */
function readAndKeep(
  parts: RoutingParts,
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
  return parts.responseCache.read(asked, async () => {
    const answer = await answerOf(parts, route, request, reply)
    if (!answer) throw new Error('a response that was written to the socket cannot be cached')
    if (answer.isRemembered) parts.fastLists.learn(route, request)
    return renderedOf(route, answer)
  })
}

/** The form of a request, for routes that also take JSON only if it is one. */
const uploadOf = ({ body, upload }: Route, request: FastifyRequest) => (body && !isForm(request) ? undefined : upload)

const cacheScopeFor = ({ membership }: Authorized) =>
  membership ? cacheScopeOf(membership.broadcastId, membership.permissions) : publicScope

/** Calls the handler, unless too many are at work. Health checks always are answered. */
async function answerOf(
  parts: RoutingParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer | undefined> {
  const { admission } = parts
  if (route.access.who === 'anyone') return callHandler(parts, route, request, reply)
  const end = admission.begin()
  if (!end) {
    admission.countRefused()
    throw overloaded
  }
  try {
    return await callHandler(parts, route, request, reply)
  } finally {
    end()
  }
}

async function callHandler(
  { findLocales }: RoutingParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer | undefined> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const at = request.url.indexOf('?')
  const query = at < 0 ? '' : request.url.slice(at + 1)
  const call = {
    params: request.params as Record<string, string>,
    query: route.takesAnyQuery ? readQuery(query) : readParams(route.params, query),
    body: route.body && !uploadOf(route, request) ? parseBody(rawBody, route.body) : undefined,
    rawBody,
    headers: request.headers,
    request,
    reply,
  }
  const checked = requireLocale(route.params, call.query, request.authorized, findLocales)
  if (checked) await checked
  return route.handle(call, request.authorized)
}

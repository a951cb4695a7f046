import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Keys, LiveKey } from '../access/keys.ts'
import { membershipOfKey } from '../access/principal.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { isAllowed } from '../access/rights.ts'
import { networkOf } from '../base/network.ts'
import type { Site } from '../public/site.ts'
import { publicCors, publicPrefix } from './cors.ts'
import { encodingFor, type Representation } from './encoded-body.ts'
import type { Authorize, FastLists } from './fast-lists.ts'
import { minSequenceHeader } from './min-sequence.ts'
import { onlyPresentedKey } from './presented-keys.ts'
import { rateHeaderList } from './rate-headers.ts'
import { newRequestId } from './request-id.ts'
import { hasValidHost } from './request-target.ts'
import { type CachedResponse, publicScope, type ResponseCache } from './response-cache.ts'
import { sendCached } from './send-cached.ts'

export interface FastPathParts {
  keys: Keys
  responseCache: ResponseCache
  /** Per key; undefined when limits are off. */
  limiter: RateLimiter | undefined
  /** Reads of visitors, per address; undefined when limits are off. */
  visits: { reads: RateLimiter | undefined }
  lists: FastLists
  openSite(address: string): Site | undefined
  /** Requests with a key from pages of other origins, and addresses that a proxy forwards, take the ordinary route. */
  config: { corsOrigins: string[]; trustedProxies: string[] }
  isDraining(): boolean
}

/** Handles a request ahead of the framework. False when it cannot, without any effect. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Fast path for GETs whose response is cached, or a list of what is in memory. A cached response is found only under the broadcast and
 * the scopes it was authorized for, so that nothing is checked again.
 */
export function createFastPath(parts: FastPathParts): FastPath {
  const { keys, responseCache, limiter, visits, lists, openSite, config, isDraining } = parts
  const hasPages = config.corsOrigins.length > 0
  const isAddressKnown = config.trustedProxies.length === 0 || visits.reads === undefined

  const answerPublicly = (request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean => {
    if (!isAddressKnown) return false
    const { url = '' } = request
    const address = networkOf(request.socket.remoteAddress ?? '')
    const listed = () => (isOpen(visits.reads, address) ? lists.find(publicScope, url, visitor) : undefined)
    const found = responseCache.find(publicScope, url) ?? listed()
    if (!found || visits.reads?.takeNow(address)?.isExceeded) return false
    send(request, response, found, headers)
    return true
  }
  const visitor: Authorize = (access, { broadcast }) => {
    const site = access.who === 'public' && broadcast !== undefined ? openSite(broadcast) : undefined
    return site && { site }
  }

  const answerKey: FastPath = (request, response) => {
    if (hasPages) return false
    const { url = '' } = request
    const presented = onlyPresentedKey(request)
    const key = presented === undefined ? undefined : keys.findKnown(presented)
    if (key?.plan !== 'pro') return false
    const listed = () => (isOpen(limiter, key.id) ? lists.find(key.cacheScope, url, bearer(key)) : undefined)
    const found = responseCache.find(key.cacheScope, url) ?? listed()
    if (!found) return false
    const state = limiter?.takeNow(key.id)
    if (limiter && (!state || state.isExceeded)) return false
    send(request, response, found, state ? rateHeaderList(state) : none)
    return true
  }
  const bearer =
    (key: LiveKey): Authorize =>
    (access, { userId, broadcastId }) => {
      const isOwn = access.who === 'key' || (key.broadcastId === broadcastId && key.userId === userId)
      if ((access.who !== 'key' && access.who !== 'forMembers') || !isOwn) return undefined
      const membership = membershipOfKey(key)
      return isAllowed(membership.permissions, access.right) ? { principal: key, membership } : undefined
    }

  return (request, response) => {
    if (request.method !== 'GET' || isDraining() || !hasValidHost(request)) return false
    // What it may get is looked up first.
    if (request.headers[minSequenceHeader] !== undefined) return false
    if (request.url?.startsWith(publicPrefix)) return answerPublicly(request, response, publicCors)
    // Everything else of the API is below /v1/; the other cached responses are pages of sites.
    return request.url?.startsWith('/v1/') ? answerKey(request, response) : answerPublicly(request, response, none)
  }
}

/** Whether there is no limit, or room below it. */
const isOpen = (limiter: RateLimiter | undefined, subject: string) => !limiter || limiter.isOpen(subject)

/** Sends a response in the encoding that the client prefers, which may have to be made first. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  found: CachedResponse,
  headers: readonly string[],
): void {
  const { body } = found
  const sendIn = (representation: Representation) =>
    sendCached(response, found, representation, newRequestId(request), headers)
  const representation = body.in(encodingFor(request.headers['accept-encoding'], body.plain.bytes.length))
  if ('bytes' in representation) sendIn(representation)
  else representation.catch(() => body.plain).then(sendIn)
}

const none: readonly string[] = []

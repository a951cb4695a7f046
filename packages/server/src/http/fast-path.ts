import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Keys } from '../access/keys.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { networkOf } from '../base/network.ts'
import { publicCors, publicPrefix } from './cors.ts'
import { encodingFor, type Representation } from './encoded-body.ts'
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
  /** Requests with a key from pages of other origins, and addresses that a proxy forwards, take the ordinary route. */
  config: { corsOrigins: string[]; trustedProxies: string[] }
  isDraining(): boolean
}

/** Handles a request ahead of the framework. False when it cannot, without any effect. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Fast path for cached GETs, keyed by scopes that were already authorized.
 * It repeats none of the checks: a cached response is found only under the broadcast and the scopes it was authorized for.
 */
export function createFastPath({ keys, responseCache, limiter, visits, config, isDraining }: FastPathParts): FastPath {
  const hasPages = config.corsOrigins.length > 0
  const isAddressKnown = config.trustedProxies.length === 0 || visits.reads === undefined
  /** Undefined while it is being compressed: the ordinary path waits for it. */
  const representationFor = (request: IncomingMessage, { body }: CachedResponse): Representation | undefined => {
    const found = body.in(encodingFor(request.headers['accept-encoding'], body.plain.bytes.length))
    return 'bytes' in found ? found : undefined
  }

  const answerPublicly = (request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean => {
    const cached = isAddressKnown ? responseCache.find(publicScope, request.url ?? '') : undefined
    const representation = cached && representationFor(request, cached)
    if (!representation) return false
    const state = visits.reads?.takeNow(networkOf(request.socket.remoteAddress ?? ''))
    if (state?.isExceeded) return false
    sendCached(response, cached, representation, newRequestId(request), headers)
    return true
  }

  const answerKey: FastPath = (request, response) => {
    if (hasPages) return false
    const presented = onlyPresentedKey(request)
    const key = presented === undefined ? undefined : keys.findKnown(presented)
    if (key?.plan !== 'pro') return false
    const cached = responseCache.find(key.cacheScope, request.url ?? '')
    const representation = cached && representationFor(request, cached)
    if (!representation) return false
    const state = limiter?.takeNow(key.id)
    if (limiter && (!state || state.isExceeded)) return false
    sendCached(response, cached, representation, newRequestId(request), state ? rateHeaderList(state) : none)
    return true
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

const none: readonly string[] = []

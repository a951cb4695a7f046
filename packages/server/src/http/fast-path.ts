import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Keys } from '../access/keys.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { networkOf } from '../base/network.ts'
import { publicCors, publicPrefix } from './cors.ts'
import { encodingFor, type Representation } from './encoded-body.ts'
import { isKnown } from './etag.ts'
import { onlyPresentedKey } from './presented-keys.ts'
import { rateHeaderList } from './rate-headers.ts'
import { newRequestId } from './request-id.ts'
import { hasValidHost } from './request-target.ts'
import { type CachedResponse, publicScope, type ResponseCache } from './response-cache.ts'

export interface FastPathParts {
  keys: Keys
  responseCache: ResponseCache
  /** Per key; undefined when limits are off. */
  limiter: RateLimiter | undefined
  /** Reads of visitors, per address; undefined when limits are off. */
  visits: { reads: RateLimiter | undefined }
  /** What needs the ordinary way: pages of other origins with a key, and addresses that a proxy tells. */
  config: { corsOrigins: string[]; trustedProxies: string[] }
  isDraining(): boolean
}

/** Answers a request before anybody else looks at it; false when it cannot, and then nothing has happened. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * The way of a question that was asked and answered before, by somebody who may see the same, while nothing changed since.
 * All that it leaves out was decided then: a kept answer is found only under the broadcast and the scopes that were let in.
 */
export function createFastPath({ keys, responseCache, limiter, visits, config, isDraining }: FastPathParts): FastPath {
  const hasPages = config.corsOrigins.length > 0
  const isAddressKnown = config.trustedProxies.length === 0 || visits.reads === undefined
  const answerPublicly: FastPath = (request, response) => {
    const kept = isAddressKnown ? responseCache.find(publicScope, request.url ?? '') : undefined
    if (!kept) return false
    const encoding = encodingFor(request.headers['accept-encoding'], kept.body.plain.bytes.length)
    const representation = kept.body.in(encoding)
    if (!('bytes' in representation)) return false
    const state = visits.reads?.takeNow(networkOf(request.socket.remoteAddress ?? ''))
    if (state?.isExceeded) return false
    const headers = encoding === 'identity' ? publicCors : [...publicCors, 'content-encoding', encoding]
    send(request, response, kept, representation, headers)
    return true
  }

  const answerKey: FastPath = (request, response) => {
    if (hasPages) return false
    const presented = onlyPresentedKey(request)
    const key = presented === undefined ? undefined : keys.findKnown(presented)
    if (key?.plan !== 'pro') return false
    const kept = responseCache.find(key.cacheScope, request.url ?? '')
    if (!kept) return false
    const state = limiter?.takeNow(key.id)
    if (limiter && (!state || state.isExceeded)) return false
    send(request, response, kept, kept.body.plain, state ? rateHeaderList(state) : none)
    return true
  }

  return (request, response) => {
    if (request.method !== 'GET' || isDraining() || !hasValidHost(request)) return false
    return request.url?.startsWith(publicPrefix) ? answerPublicly(request, response) : answerKey(request, response)
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  kept: CachedResponse,
  { bytes, etag, text }: Representation,
  more: readonly string[],
): void {
  const known = request.headers['if-none-match']
  const id = newRequestId(request)
  if (known !== undefined && isKnown(known, etag)) {
    response.writeHead(304, [...kept.headerList, 'etag', etag, 'x-request-id', id, ...withoutEncoding(more)]).end()
    return
  }
  const length = String(bytes.length)
  const head = [...kept.headerList, 'etag', etag, 'x-request-id', id, ...more, 'content-length', length]
  response.writeHead(200, head).end(text ?? bytes)
}

/** An answer without a body has no encoding. */
function withoutEncoding(headers: readonly string[]): readonly string[] {
  const at = headers.indexOf('content-encoding')
  return at < 0 ? headers : headers.toSpliced(at, 2)
}

const none: readonly string[] = []

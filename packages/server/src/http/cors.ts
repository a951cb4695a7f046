import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaPath } from '../media/address.ts'

/** Lets pages of the configured origins call the API with a key, and every page read public content. Cookies are never accepted across origins. */
export function createCors(origins: string[]) {
  return (request: FastifyRequest, reply: FastifyReply): 'answered' | undefined => {
    const isPublic = request.url.startsWith(publicPrefix) || request.url.startsWith(`${mediaPath}/`)
    const allowed = isPublic ? '*' : allowedOrigin(request, reply, origins)
    if (allowed === undefined) return undefined
    const exposed = isPublic ? publicHeaders : exposedHeaders
    reply.header('access-control-allow-origin', allowed).header('access-control-expose-headers', exposed)
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return undefined
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, X-API-KEY, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Marquee-Min-Sequence, Range, X-Request-Id',
        'access-control-max-age': '600',
      })
      .send()
    return 'answered'
  }
}

function allowedOrigin(request: FastifyRequest, reply: FastifyReply, origins: string[]): string | undefined {
  if (origins.length === 0) return undefined
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  return origin !== undefined && (origins.includes('*') || origins.includes(origin)) ? origin : undefined
}

/** The path prefix of everything public. */
export const publicPrefix = '/v1/public/'
const publicHeaders = 'ETag, Retry-After, X-Request-Id, Accept-Ranges, Content-Range'
const exposedHeaders =
  'ETag, Location, Marquee-Sequence, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

/** The CORS headers of a public response, as alternating names and values. */
export const publicCors = ['access-control-allow-origin', '*', 'access-control-expose-headers', publicHeaders]

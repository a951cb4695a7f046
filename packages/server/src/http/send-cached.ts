import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, type Representation } from './encoded-body.ts'
import { isKnown } from './etag.ts'
import type { CachedResponse } from './response-cache.ts'
import { securityHeaders } from './security-headers.ts'

/** Sends a cached response over raw Node objects. `more` contains headers of this request, as alternating names and values. */
export function sendCached(
  response: ServerResponse,
  { headers }: CachedResponse,
  { bytes, etag, headers: ofBody, text }: Representation,
  requestId: string,
  more: readonly string[],
): void {
  const known = response.req.headers['if-none-match']
  if (known !== undefined && isKnown(known, etag))
    response.writeHead(304, [...headers, 'etag', etag, 'x-request-id', requestId, ...more]).end()
  else response.writeHead(200, [...headers, ...ofBody, 'x-request-id', requestId, ...more]).end(text ?? bytes)
}

/** Responds to a request of the framework from the cache. Hooks and limits have set headers on the reply by then. */
export function replyCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
  const sendIn = (representation: Representation) => {
    reply.hijack()
    sendCached(reply.raw, cached, representation, request.id, headersSetOn(reply))
  }
  const { body } = cached
  const representation = body.in(encodingFor(request.headers['accept-encoding'], body.plain.bytes.length))
  if ('bytes' in representation) sendIn(representation)
  else representation.then(sendIn).catch((error: Error) => reply.send(error))
}

/** The headers of every response are sent by `sendCached`. */
function headersSetOn(reply: FastifyReply): string[] {
  const headers = reply.getHeaders() as Record<string, string>
  return Object.entries(headers).flatMap((header) => (sentAnyway.has(header[0]) ? [] : header))
}

const sentAnyway = new Set(['x-request-id', ...Object.keys(securityHeaders)])

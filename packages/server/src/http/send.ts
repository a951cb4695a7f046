import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBody, encodingFor, longSlice, type Representation } from './encoded-body.ts'
import { etagOf, isKnown } from './etag.ts'
import type { CachedResponse, Rendered } from './response-cache.ts'
import type { Answer, Route } from './route.ts'

/** Sends an answer that is made for one request. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.header('cache-control', answer.isSensitive ? 'no-store' : 'private, no-cache').headers(answer.headers ?? {})
  if (answer.json === undefined && !answer.text) return reply.code(answer.status).send()
  const text = textOf(answer)
  // A long text is made bytes in slices.
  const long = text.length > longSlice ? (await createBody(text)).plain : undefined
  if (answer.etag) {
    const etag = long?.etag ?? etagOf(text)
    reply.header('etag', etag)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  if (!reply.hasHeader('content-type')) reply.type(answer.text?.type ?? jsonType)
  return reply.code(answer.status).send(long?.bytes ?? text)
}

/** What is kept of an answer, to be sent again. */
export function renderedOf(route: Route, answer: Answer): Rendered {
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

/** Sends an answer that was kept. What is public goes compressed to those who take it so. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, route: Route, kept: CachedResponse): void {
  const { body, headers } = kept
  const isPublic = route.access.who === 'public'
  const encoding = isPublic ? encodingFor(request.headers['accept-encoding'], body.plain.bytes.length) : 'identity'
  reply.headers(headers)
  if (encoding === 'identity') {
    sendBytes(request, reply, body.plain)
    return
  }
  reply.header('content-encoding', encoding)
  const encoded = body.in(encoding)
  if ('bytes' in encoded) sendBytes(request, reply, encoded)
  else encoded.then((made) => sendBytes(request, reply, made)).catch((error: Error) => reply.send(error))
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, { bytes, etag, text }: Representation): void {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && isKnown(known, etag)) reply.removeHeader('content-encoding').code(304).send()
  else reply.send(text ?? bytes)
}

const textOf = ({ json, text }: Answer): string =>
  text?.content ?? (typeof json === 'string' ? json : JSON.stringify(json))

const jsonType = 'application/json; charset=utf-8'

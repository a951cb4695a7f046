import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBody, longSlice } from './encoded-body.ts'
import { etagOf, isKnown } from './etag.ts'
import type { Rendered } from './response-cache.ts'
import type { Answer, Route } from './route.ts'

/** Sends a response that is built for one request. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.header('cache-control', answer.isSensitive ? 'no-store' : 'private, no-cache').headers(answer.headers ?? {})
  if (answer.json === undefined && !answer.text) return reply.code(answer.status).send()
  const text = textOf(answer)
  // A long text is encoded in slices.
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

/** The cacheable form of a response. */
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

const textOf = ({ json, text }: Answer): string =>
  text?.content ?? (typeof json === 'string' ? json : JSON.stringify(json))

const jsonType = 'application/json; charset=utf-8'

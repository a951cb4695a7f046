import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText } from '../base/json-text.ts'
import { createBody, type EncodedBody, encodingFor, longSlice } from './encoded-body.ts'
import { etagIn, etagOf, isKnown } from './etag.ts'
import type { Rendered } from './response-cache.ts'
import type { Answer, Route } from './route.ts'

/** Sends a response that is built for one request. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.code(answer.status).headers({
    'cache-control': answer.isSensitive ? 'no-store' : 'private, no-cache',
    ...answer.headers,
  })
  if (answer.json === undefined && !answer.text && !answer.body) return reply.send()
  if (!reply.hasHeader('content-type')) reply.type(answer.text?.type ?? jsonType)
  const known = etagGiven(answer)
  const withEtag = answer.etag === true || known !== undefined || isRead(request)
  if (answer.body) return sendBody(request, reply, answer.body, { withEtag })
  const text = textOf(answer)
  const isPlain = encodingFor(request.headers['accept-encoding'], text.length) === 'identity'
  // A text that is sent once as it is needs no bytes of its own, which would stay in memory until they are collected.
  if (!isPlain || text.length > longSlice)
    return sendBody(request, reply, await createBody(text, 'fast', known), { withEtag })
  varyByEncoding(reply)
  return withEtag && isUnchanged(request, reply, known ?? etagOf(text)) ? reply.code(304).send() : reply.send(text)
}

/** Sends a body in the encoding that the reader prefers. The status, the type and other headers are set already. */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
  { withEtag }: { withEtag: boolean },
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], body.plain.bytes.length)
  varyByEncoding(reply)
  if (withEtag && isUnchanged(request, reply, etagIn(encoding, body.plain.etag))) return reply.code(304).send()
  const { bytes, text } = await body.in(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(text ?? bytes)
}

/** Sets the ETag. Whether the client has it already. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return isRead(request) && isKnown(request.headers['if-none-match'], etag)
}

/** The header may name the origin already. */
export function varyByEncoding(reply: FastifyReply): void {
  const others = [reply.getHeader('vary') ?? []].flat().map(String)
  if (!others.some((names) => /\baccept-encoding\b/i.test(names)))
    reply.header('vary', [...others, 'Accept-Encoding'].join(', '))
}

/** The cacheable form of a response. */
export function renderedOf(route: Route, answer: Answer): Rendered {
  const isSensitive = answer.isSensitive ?? route.isSensitive ?? false
  return {
    text: textOf(answer),
    headers: {
      'cache-control': isSensitive ? 'no-store' : 'private, no-cache',
      'content-type': answer.text?.type ?? jsonType,
      vary: 'Accept-Encoding',
      ...answer.headers,
    },
    etag: etagGiven(answer),
    untilMs: answer.untilMs,
    isSensitive,
    isRemembered: answer.isRemembered,
  }
}

const etagGiven = ({ etag }: Answer) => (typeof etag === 'string' ? etag : undefined)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const textOf = ({ json, text }: Answer): JsonText =>
  text?.content ?? (typeof json === 'string' || Buffer.isBuffer(json) ? json : JSON.stringify(json))

const jsonType = 'application/json; charset=utf-8'

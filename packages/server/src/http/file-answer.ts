import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '../base/errors.ts'
import { type Encoding, encodingFor } from './encoded-body.ts'
import { encodedStream, isCompressible } from './encoded-stream.ts'
import { etagIn, isKnown } from './etag.ts'
import type { Call } from './route.ts'
import { varyByEncoding } from './send.ts'

/** A file to send. */
export interface FileAnswer {
  size: number
  etag: string
  headers: Record<string, string>
  open(part?: { first: number; last: number }): Promise<Readable>
}

/** Sends a file, or the requested range of it. */
export async function sendFile({ request, reply, headers }: Call, file: FileAnswer): Promise<void> {
  const encoding = encodingOf(headers, file)
  const etag = etagIn(encoding, file.etag)
  reply.headers({ ...file.headers, etag, 'accept-ranges': 'bytes' })
  if (isCompressible(file.headers['content-type'] ?? '')) varyByEncoding(reply)
  if (isKnown(headers['if-none-match'], etag)) {
    reply.code(304).send()
    return
  }
  const part = partOf(headers.range, headers['if-range']?.toString(), file)
  reply.code(part ? 206 : 200)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  else reply.header('content-length', part ? part.last - part.first + 1 : file.size)
  if (part) reply.header('content-range', `bytes ${part.first}-${part.last}/${file.size}`)
  // A HEAD request does not open the file.
  reply.send(request.method === 'HEAD' ? Readable.from([]) : encodedStream(await file.open(part), encoding))
}

/** Parts are parts of the file as it is, so a request for one is never compressed. */
function encodingOf(headers: IncomingHttpHeaders, { headers: ofFile, size }: FileAnswer): Encoding {
  const isWhole = headers.range === undefined && isCompressible(ofFile['content-type'] ?? '')
  return isWhole ? encodingFor(headers['accept-encoding'], size) : 'identity'
}

/** The requested byte range; undefined for the whole file, also for ranges that may be ignored. */
function partOf(
  range: string | undefined,
  ifRange: string | undefined,
  { size, etag }: FileAnswer,
): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined
  if (first > last)
    throw new AppError('range_not_satisfiable', 'The file does not have the requested range.', {
      headers: { 'content-range': `bytes */${size}` },
    })
  return { first, last }
}

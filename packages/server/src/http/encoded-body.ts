import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createGate } from '../base/gate.ts'
import type { JsonText } from '../base/json-text.ts'
import { nextTurn, sliceBytes } from '../base/turns.ts'
import { etagIn, etagOf } from './etag.ts'

export type Encoding = 'identity' | 'br' | 'gzip'

/** `small` takes longer to compress, for what is sent many times; `fast` is for what may be sent once. */
export type Effort = 'small' | 'fast'

export interface Representation {
  bytes: Buffer
  etag: string
  encoding: Encoding
  /** The ETag, the length and the encoding, as alternating names and values. */
  headers: string[]
  /** The same as a string where that is faster: a short text is written together with the header. */
  text?: string
}

/** The body of an answer, as it is and compressed in a thread of Node's pool. */
export interface EncodedBody {
  plain: Representation
  /** The body in an encoding; compressed once, on first use. */
  in(encoding: Encoding): Representation | Promise<Representation>
  /** Called with the size of a new encoding. */
  onEncoded(bytes: number): void
}

/** A long text is hashed and encoded in slices. `etag` is that of bytes, where it is known. */
export async function createBody(content: JsonText, effort: Effort, etag?: string): Promise<EncodedBody> {
  if (typeof content !== 'string') return bodyOf(content, etag ?? (await longEtagOf(content)), undefined, effort)
  if (content.length > sliceBytes) return longBody(content, effort)
  const bytes = Buffer.from(content)
  return bodyOf(bytes, etagOf(bytes), content, effort)
}

/** The ETag of bytes that may be many. */
async function longEtagOf(bytes: Buffer): Promise<string> {
  if (bytes.length <= longSlice) return etagOf(bytes)
  const hash = createHash('sha1')
  for (let from = 0; from < bytes.length; from += longSlice) {
    hash.update(bytes.subarray(from, from + longSlice))
    await nextTurn()
  }
  return `"${hash.digest('base64url')}"`
}

async function longBody(text: string, effort: Effort): Promise<EncodedBody> {
  const hash = createHash('sha1')
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  for (let from = 0, written = 0; from < text.length; ) {
    const to = endOfSlice(text, from)
    const end = written + bytes.write(text.slice(from, to), written)
    hash.update(bytes.subarray(written, end))
    written = end
    from = to
    await nextTurn()
  }
  return bodyOf(bytes, `"${hash.digest('base64url')}"`, text, effort)
}

/** A surrogate pair is not split. */
function endOfSlice(text: string, from: number): number {
  const to = Math.min(from + longSlice, text.length)
  return to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1)) ? to - 1 : to
}

/** A longer text is hashed and encoded in slices of this size. */
export const longSlice = 1_048_576

/** The body of bytes whose ETag is known. */
export function bodyOf(bytes: Buffer, etag: string, text: string | undefined, effort: Effort): EncodedBody {
  const isShort = text !== undefined && bytes.length <= shortBytes
  const plain = { ...representationOf(bytes, etag, 'identity'), ...(isShort && { text }) }
  const encoded: Partial<Record<Encoding, Representation | Promise<Representation>>> = { identity: plain }
  const body: EncodedBody = {
    plain,
    in(encoding) {
      const known = encoded[encoding]
      if (known) return known
      const made = encode(encoding, plain, effort).then((representation) => {
        encoded[encoding] = representation
        body.onEncoded(representation.bytes.length)
        return representation
      })
      encoded[encoding] = made
      return made
    },
    onEncoded() {},
  }
  return body
}

const representationOf = (bytes: Buffer, etag: string, encoding: Encoding): Representation => ({
  bytes,
  etag,
  encoding,
  headers: [
    ...['etag', etag, 'content-length', String(bytes.length)],
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ],
})

/** The encoding of the response: the smallest one that the client accepts, for bodies long enough to benefit. */
export function encodingFor(acceptEncoding: string | undefined, length: number): Encoding {
  if (acceptEncoding === undefined || length < worthwhileBytes) return 'identity'
  const known = smallest.get(acceptEncoding)
  if (known) return known
  const found = accepts(acceptEncoding, 'br') ? 'br' : accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity'
  // Clients send one of a handful; arbitrary headers must not grow the map.
  if (smallest.size < 100) smallest.set(acceptEncoding, found)
  return found
}

/** Encodings by header, because parsing one takes a tenth of the time of a response. */
const smallest = new Map<string, Encoding>()

async function encode(encoding: Encoding, { bytes, etag }: Representation, effort: Effort): Promise<Representation> {
  const compress = () =>
    encoding === 'br'
      ? brotli(bytes, { params: { ...brotliParams[effort], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
      : zip(bytes, gzipOptions[effort])
  const compressed = await (bytes.length > longSlice ? largeBodies.run(compress) : compress())
  // Copied, because zlib returns a part of a buffer of at least 16 kB, which the cache would keep.
  return representationOf(Buffer.from(compressed), etagIn(encoding, etag), encoding)
}

function accepts(header: string, encoding: string): boolean {
  const part = header
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .find(([name]) => name === encoding)
  return part !== undefined && !/^q=0(?:\.0*)?$/.test(part[1] ?? '')
}

/** One at a time: compressing takes a thread that password hashing and file access need too. */
const largeBodies = createGate({
  limit: 1,
  maxWaiting: 1_000,
  maxWaitMs: 30_000,
  refusal: 'Too many large responses are being built at the moment.',
})
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const quality = (level: number) => ({ [constants.BROTLI_PARAM_QUALITY]: level })
export const brotliParams = { small: quality(5), fast: quality(1) }
export const gzipOptions = { small: { level: 6 }, fast: { level: 1 } }
const worthwhileBytes = 1_024
const shortBytes = 4_096

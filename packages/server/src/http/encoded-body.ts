import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createGate } from '../base/gate.ts'
import { nextTurn, sliceBytes } from '../base/turns.ts'
import { etagOf } from './etag.ts'

export type Encoding = 'identity' | 'br' | 'gzip'

export interface Representation {
  bytes: Buffer
  etag: string
  /** The ETag, the length and the encoding, as alternating names and values. */
  headers: string[]
  /** The same as a string where that is faster: a short text is written together with the header. */
  text?: string
}

/** The body of a response, uncompressed and compressed. */
export interface EncodedBody {
  plain: Representation
  /** The body in an encoding; compressed once, on first use. */
  in(encoding: Encoding): Representation | Promise<Representation>
  /** Called with the size of a new encoding. */
  onEncoded(bytes: number): void
}

/** A long text is hashed and encoded in slices. */
export async function createBody(text: string): Promise<EncodedBody> {
  return text.length <= sliceBytes ? bodyOf(Buffer.from(text), etagOf(text), text) : longBody(text)
}

async function longBody(text: string): Promise<EncodedBody> {
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
  return bodyOf(bytes, `"${hash.digest('base64url')}"`, text)
}

/** A surrogate pair is not split. */
function endOfSlice(text: string, from: number): number {
  const to = Math.min(from + longSlice, text.length)
  return to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1)) ? to - 1 : to
}

export const longSlice = 1_048_576

function bodyOf(bytes: Buffer, etag: string, text: string): EncodedBody {
  const plain = { ...representationOf(bytes, etag), ...(bytes.length <= shortBytes && { text }) }
  const encoded: Partial<Record<Encoding, Representation | Promise<Representation>>> = { identity: plain }
  const body: EncodedBody = {
    plain,
    in(encoding) {
      const known = encoded[encoding]
      if (known) return known
      const made = encode(encoding, plain).then((representation) => {
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

const representationOf = (bytes: Buffer, etag: string, encoding: string[] = []): Representation => ({
  bytes,
  etag,
  headers: ['etag', etag, 'content-length', String(bytes.length), ...encoding],
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

async function encode(encoding: Encoding, { bytes, etag }: Representation): Promise<Representation> {
  const compress = () => (encoding === 'br' ? brotli(bytes, brotliOptions(bytes.length)) : zip(bytes))
  const compressed = await (bytes.length > longSlice ? largeBodies.run(compress) : compress())
  return representationOf(compressed, `${etag.slice(0, -1)}-${encoding}"`, ['content-encoding', encoding])
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
const brotliOptions = (length: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: length },
})
const worthwhileBytes = 1_024
const shortBytes = 4_096

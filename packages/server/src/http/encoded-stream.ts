import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliCompress, createGzip } from 'node:zlib'
import { brotliParams, type Encoding, gzipOptions } from './encoded-body.ts'

/** The same stream in an encoding. It is compressed piece by piece, so its length is not known ahead. */
export function encodedStream(stream: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return stream
  const compress =
    encoding === 'br' ? createBrotliCompress({ params: brotliParams.fast }) : createGzip(gzipOptions.fast)
  // A failure of either destroys both; the one that sends it notices.
  return pipeline(stream, compress, () => {})
}

/** Whether a file of this type gets smaller. Pictures, films and archives are compressed already. */
export const isCompressible = (mimeType: string): boolean =>
  /^(?:text\/|image\/svg\+xml|application\/(?:.+\+)?(?:json|xml)|font\/(?:ttf|otf))/.test(mimeType)

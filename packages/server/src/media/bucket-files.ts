import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../base/errors.ts'
import type { FileStore, Part, Source } from './files.ts'

export interface Bucket {
  name: string
  region: string
  /** The URL of an S3-compatible service other than Amazon's. */
  endpoint: string | undefined
  /** Default: the credentials of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Stores files in a bucket of any S3-compatible service. Its errors are logged for the operator and not shown to callers. */
export function createBucketFiles(bucket: Bucket, onFailure: (error: unknown) => void): FileStore {
  let opened: Promise<Opened> | undefined
  /** Loads the S3 client lazily, because it loads slowly. */
  const use = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    opened ??= openBucket(bucket)
    return work(await opened).catch((error: unknown) => {
      onFailure(error)
      throw unreachable()
    })
  }
  const at = (key: string) => ({ Bucket: bucket.name, Key: key })

  return {
    put: (key, source, mimeType) =>
      use(async ({ client, s3 }) => {
        await client.send(new s3.PutObjectCommand({ ...at(key), ContentType: mimeType, ...bodyOf(source) }))
      }),
    open: (key, part) =>
      use(async ({ client, s3 }) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ ...at(key), ...rangeOf(part) }))
          return Body instanceof Readable ? Body : undefined
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),
    list: (folder) => use((open) => listAll(open, bucket.name, `${folder}/`)),
    remove: (key) =>
      use(async ({ client, s3 }) => {
        await client.send(new s3.DeleteObjectCommand(at(key)))
      }),
    removeFolder: (folder) =>
      use(async (open) => {
        const { client, s3 } = open
        for (const { key } of await listAll(open, bucket.name, `${folder}/`))
          await client.send(new s3.DeleteObjectCommand(at(key)))
      }),
  }
}

interface Opened {
  client: S3Client
  s3: typeof import('@aws-sdk/client-s3')
}

async function openBucket({ region, endpoint, credentials }: Bucket): Promise<Opened> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Not all S3-compatible services support the optional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Problems are thrown as errors and logged there.
    logger: silent,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })
  return { client, s3 }
}

const nothing = () => {}
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

async function listAll(
  { client, s3 }: Opened,
  bucket: string,
  prefix: string,
): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number; atMs: number }[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
    )
    for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
      if (Key !== undefined) found.push({ key: Key, size: Size, atMs: LastModified?.getTime() ?? 0 })
    token = page.NextContinuationToken
  } while (token)
  return found.sort((one, other) => one.atMs - other.atMs).map(({ key, size }) => ({ key, size }))
}

const bodyOf = (source: Source) =>
  'bytes' in source
    ? { Body: source.bytes, ContentLength: source.bytes.length }
    : { Body: createReadStream(source.path), ContentLength: source.size }

const rangeOf = (part: Part | undefined) => part && { Range: `bytes=${part.first}-${part.last}` }

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

const unreachable = () =>
  new AppError('unavailable', 'The storage of media cannot be reached at the moment.', {
    headers: { 'retry-after': '5' },
  })

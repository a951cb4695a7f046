import { join } from 'node:path'
import { type Bucket, createBucketFiles } from './bucket-files.ts'
import type { FileStore } from './files.ts'
import { createFolderFiles } from './folder-files.ts'
import { createIncoming, type Incoming } from './incoming.ts'

export interface StorageParts {
  bucket: Bucket | undefined
  /** The folder for files, unless there is a bucket. */
  folder: string
  onError(error: unknown): void
  isSpaceLow?: () => boolean
}

/** Where uploaded files are kept, and where they are received: a folder, or a bucket. */
export function openStorage({ bucket, folder, onError, isSpaceLow }: StorageParts): {
  files: FileStore
  incoming: Incoming
} {
  if (bucket) return { files: createBucketFiles(bucket, onError), incoming: createIncoming(undefined) }
  // Received on the same disk, so that storing a file is a rename.
  return {
    files: createFolderFiles(join(folder, 'files')),
    incoming: createIncoming(join(folder, 'incoming'), isSpaceLow),
  }
}

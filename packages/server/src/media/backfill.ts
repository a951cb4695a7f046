import { notFound } from '../base/errors.ts'
import {
  type FileFacts,
  type FoundFile,
  listMissized,
  listUnstripped,
  type Place,
  type ServedFile,
  saveStripped,
} from '../store/records/media.ts'
import { originalOf, strippedOf } from './files.ts'
import type { KeepParts } from './keep.ts'
import { Unreadable } from './strip/pieces.ts'
import { makeStrippedCopy } from './stripped-copy.ts'

/** Makes stripped copies of files from earlier versions: each on first request, and all of them in the background. */
export interface Backfill {
  /** The file with its stripped copy, which is made now if it is missing. */
  ensureStripped(file: FoundFile): Promise<ServedFile>
  /** Makes all missing copies, and updates the sizes in records. Can be interrupted anywhere, and run by several nodes at once. */
  backfillAll(signal: AbortSignal): Promise<void>
}

export function createBackfill(parts: Omit<KeepParts, 'quotaBytes' | 'baseUrl'>): Backfill {
  const { db, files, incoming, gate, records, onError } = parts
  const inProgress = new Map<string, Promise<Copy>>()

  const makeCopy = async (file: Place & FileFacts): Promise<Copy> => {
    const stream = await files.open(originalOf(file))
    if (!stream) throw notFound()
    const received = await incoming.receive(stream)
    try {
      const copy = await makeStrippedCopy(received, file, incoming)
      // Every node makes the same bytes, so the order of writes does not matter.
      if (copy) await files.put(strippedOf(file), { path: copy.path, size: copy.size }, file.mimeType)
      const { hash, size } = copy ?? file
      await copy?.discard()
      const isKept = await saveStripped(db, file, { hash, size })
      // The file was swept in the meantime, perhaps before the copy was stored.
      if (!isKept) await files.remove(strippedOf(file))
      return { strippedHash: hash, strippedSize: size }
    } finally {
      await received.discard()
    }
  }

  const copyOf = (file: Place & FileFacts): Promise<Copy> => {
    const key = strippedOf(file)
    const known = inProgress.get(key)
    if (known) return known
    const making = gate.run(() => makeCopy(file)).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    return making
  }

  const backfillFiles = async (signal: AbortSignal) => {
    let after: Place = { broadcastId: '', location: '' }
    for (;;) {
      const some = await listUnstripped(db, after, batchSize)
      for (const file of some) {
        if (signal.aborted) return
        await copyOf(file).catch(onError)
      }
      const last = some.at(-1)
      if (!last) return
      after = last
    }
  }

  const backfillSizes = async (signal: AbortSignal) => {
    let after = { broadcastId: '', mediaId: '' }
    for (;;) {
      const some = await listMissized(db, after, batchSize)
      for (const { mediaId, size, ...owner } of some) {
        if (signal.aborted) return
        await records
          .write(owner.broadcastId, (tx) => records.update(tx, owner, { type: 'service' }, mediaId, {}, { size }))
          .catch(onError)
      }
      const last = some.at(-1)
      if (!last) return
      after = last
    }
  }

  return {
    async ensureStripped(file) {
      const { strippedHash, strippedSize } = file
      if (strippedHash !== null && strippedSize !== null) return { ...file, strippedHash, strippedSize }
      const copy = await copyOf(file).catch((error: unknown) => {
        // A file that cannot be stripped is not served; editors can still get the original.
        throw error instanceof Unreadable ? notFound() : error
      })
      return { ...file, ...copy }
    },
    async backfillAll(signal) {
      await backfillFiles(signal)
      await backfillSizes(signal)
    },
  }
}

interface Copy {
  strippedHash: string
  strippedSize: number
}

const batchSize = 100

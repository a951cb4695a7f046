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

/** Files from before metadata was stripped: each is mended when somebody asks for it, and all of them in the background. */
export interface Mending {
  /** The file as it may be sent; made first where it is not there yet. */
  mended(file: FoundFile): Promise<ServedFile>
  /** Goes through all files, and makes records say the size of what is sent. May be interrupted anywhere, and begun by several nodes. */
  mendAll(signal: AbortSignal): Promise<void>
}

export function createMending(parts: Omit<KeepParts, 'quotaBytes' | 'baseUrl'>): Mending {
  const { db, files, incoming, gate, records, onError } = parts
  const underWay = new Map<string, Promise<Copy>>()

  const makeCopy = async (file: Place & FileFacts): Promise<Copy> => {
    const stream = await files.open(originalOf(file))
    if (!stream) throw notFound()
    const received = await incoming.receive(stream)
    try {
      const copy = await makeStrippedCopy(received, file, incoming)
      // The same bytes for whoever makes them, so it does not matter who is last.
      if (copy) await files.put(strippedOf(file), { path: copy.path, size: copy.size }, file.mimeType)
      const { hash, size } = copy ?? file
      await copy?.discard()
      const isKept = await saveStripped(db, file, { hash, size })
      // The sweep was faster, and may have emptied the folder before the copy came.
      if (!isKept) await files.remove(strippedOf(file))
      return { strippedHash: hash, strippedSize: size }
    } finally {
      await received.discard()
    }
  }

  const copyOf = (file: Place & FileFacts): Promise<Copy> => {
    const key = strippedOf(file)
    const known = underWay.get(key)
    if (known) return known
    const making = gate.run(() => makeCopy(file)).finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  const mendFiles = async (signal: AbortSignal) => {
    let after: Place = { broadcastId: '', location: '' }
    for (;;) {
      const some = await listUnstripped(db, after, biteSize)
      for (const file of some) {
        if (signal.aborted) return
        await copyOf(file).catch(onError)
      }
      const last = some.at(-1)
      if (!last) return
      after = last
    }
  }

  const mendSizes = async (signal: AbortSignal) => {
    let after = { broadcastId: '', mediaId: '' }
    for (;;) {
      const some = await listMissized(db, after, biteSize)
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
    async mended(file) {
      const { strippedHash, strippedSize } = file
      if (strippedHash !== null && strippedSize !== null) return { ...file, strippedHash, strippedSize }
      const copy = await copyOf(file).catch((error: unknown) => {
        // What cannot be stripped is not sent; editors still get the original.
        throw error instanceof Unreadable ? notFound() : error
      })
      return { ...file, ...copy }
    },
    async mendAll(signal) {
      await mendFiles(signal)
      await mendSizes(signal)
    },
  }
}

interface Copy {
  strippedHash: string
  strippedSize: number
}

const biteSize = 100

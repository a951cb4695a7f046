import type { Readable } from 'node:stream'
import type { Stored } from '../store/records/media.ts'

/** Where bytes are kept under keys such as `<broadcast>/<location>/original`: the data folder, or a bucket. */
export interface FileStore {
  /** Keeps bytes under a key. Once it resolves they outlast a power cut; until then there is nothing or all of it. */
  put(key: string, source: Source, mimeType: string): Promise<void>
  /** Opens what lies under a key, or a part of it; undefined when there is nothing. */
  open(key: string, part?: Part): Promise<Readable | undefined>
  /** The keys below a folder, the oldest first, with what each one takes. */
  list(folder: string): Promise<{ key: string; size: number }[]>
  /** Removes one key; that it was not there is fine. */
  remove(key: string): Promise<void>
  /** Removes a folder with all that is in it. */
  removeFolder(folder: string): Promise<void>
}

/** A file on this machine, which may be taken away, or bytes in memory. */
export type Source = { path: string; size: number } | { bytes: Buffer }

/** Both ends are part of it. */
export interface Part {
  first: number
  last: number
}

export const folderOf = ({ broadcastId, location }: { broadcastId: string; location: string }) =>
  `${broadcastId}/${location}`
export const originalOf = (place: { broadcastId: string; location: string }) => `${folderOf(place)}/original`
/** The copy without metadata, where it differs from the original. */
export const strippedOf = (place: { broadcastId: string; location: string }) => `${folderOf(place)}/stripped`
/** What everybody gets. */
export const servedOf = (file: Stored) => (file.strippedHash === file.hash ? originalOf(file) : strippedOf(file))

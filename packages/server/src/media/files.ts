import type { Readable } from 'node:stream'
import type { Stored } from '../store/records/media.ts'

/** File storage under keys such as `<broadcast>/<location>/original`: the data folder, or a bucket. */
export interface FileStore {
  /** Stores bytes under a key, atomically. They are durable when it resolves. */
  put(key: string, source: Source, mimeType: string): Promise<void>
  /** Opens the file under a key, or a part of it; undefined when it does not exist. */
  open(key: string, part?: Part): Promise<Readable | undefined>
  /** The keys in a folder with their sizes, oldest first. */
  list(folder: string): Promise<{ key: string; size: number }[]>
  /** Removes a key, if it exists. */
  remove(key: string): Promise<void>
  /** Removes a folder with its content. */
  removeFolder(folder: string): Promise<void>
}

/** A local file, which may be moved, or bytes in memory. */
export type Source = { path: string; size: number } | { bytes: Buffer }

/** A byte range; both ends are inclusive. */
export interface Part {
  first: number
  last: number
}

export const folderOf = ({ broadcastId, location }: { broadcastId: string; location: string }) =>
  `${broadcastId}/${location}`
export const originalOf = (place: { broadcastId: string; location: string }) => `${folderOf(place)}/original`
/** The copy without metadata, where it differs from the original. */
export const strippedOf = (place: { broadcastId: string; location: string }) => `${folderOf(place)}/stripped`
/** The key of the file that is served publicly. */
export const servedOf = (file: Stored) => (file.strippedHash === file.hash ? originalOf(file) : strippedOf(file))

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import {
  type FoundFile,
  findFileOf,
  findServedFile,
  listMoved,
  type Place,
  readMediaBytes,
  type ServedFile,
} from '../store/records/media.ts'
import { addressOf, mediaPath, requireFileName } from './address.ts'
import { createBackfill } from './backfill.ts'
import { originalOf, type Part, servedOf } from './files.ts'
import { type Inspected, inspect } from './inspect.ts'
import { arrivingMs, createKeeping, type KeepMedia, type KeepParts, type MediaRecords } from './keep.ts'
import { type Form, readForm } from './multipart.ts'
import { createRenditionMaker } from './rendition-maker.ts'
import type { Rendition } from './renditions.ts'
import { rightNow, sweep } from './sweep.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** Uploaded files: received, stored, served and deleted. */
export interface Media {
  /** Receives the files of a form. */
  receive(headers: IncomingHttpHeaders, body: Readable): Promise<Upload>
  /** A form whose files do not become media. The caller removes them. */
  receiveForm(headers: IncomingHttpHeaders, body: Readable): Promise<Form>
  /** Receives and inspects a file, which the caller keeps or discards. */
  take(bytes: AsyncIterable<Uint8Array>, name: string): Promise<Inspected & { fileName: string }>
  keepAll: ReturnType<typeof createKeeping>['keepAll']
  keep: KeepMedia
  /** The file at a public URL. */
  require(mediaId: string, name: string): Promise<ServedFile>
  /** Opens the public version of a file. */
  open(file: ServedFile, part?: Part): Promise<Readable>
  /** The original file of a media, for callers with the right `originals.read`. */
  requireOriginal(broadcastId: string, mediaId: string): Promise<FoundFile>
  openOriginal(file: Place, part?: Part): Promise<Readable>
  render(file: ServedFile, rendition: Rendition): Promise<Buffer>
  /** The bytes used by a broadcast, and its quota. */
  usage(broadcastId: string): Promise<{ used: number; limit: number }>
  /** Deletes unused files. `isAlone`: no other node uses the database, so at startup all unfinished uploads are abandoned. */
  sweep(options?: { isAlone: boolean }): Promise<void>
  /** Makes the stripped copies of files from earlier versions. */
  backfillAll(signal: AbortSignal): Promise<void>
  /** Updates the URLs in records after a change of the base URL. */
  moveAddresses(): Promise<void>
}

export function createMedia(parts: KeepParts & { records: MediaRecords; keptDays: number }): Media {
  const { db, clock, files, incoming, gate, baseUrl } = parts
  const { keep, keepAll } = createKeeping(parts)
  // A single node has no uploads in progress at startup.
  const opened = rightNow(clock)
  const renditions = createRenditionMaker(files, gate, parts.onError)
  const { ensureStripped, backfillAll } = createBackfill(parts)
  /** The broadcasts of media that were asked for, the oldest first. */
  const broadcastOf = new Map<string, string>()
  const findServed = async (mediaId: string, name: string): Promise<FoundFile | undefined> => {
    const broadcastId = broadcastOf.get(mediaId)
    const known = broadcastId && (await findServedFile(db, mediaId, name, broadcastId))
    if (known) return known
    const file = await findServedFile(db, mediaId, name)
    broadcastOf.delete(mediaId)
    if (file) broadcastOf.set(mediaId, file.broadcastId)
    if (broadcastOf.size > mostKnown) broadcastOf.delete(broadcastOf.keys().next().value ?? '')
    return file
  }
  const openKey = async (key: string, part: Part | undefined) => {
    const stream = await files.open(key, part)
    if (!stream) throw notFound()
    return stream
  }
  return {
    keep,
    keepAll,
    async take(bytes, name) {
      const fileName = requireFileName(name, '/name')
      const received = await incoming.receive(bytes)
      try {
        return { ...(await inspect(received, '', { gate, incoming })), fileName }
      } catch (error) {
        await received.discard()
        throw error
      }
    },
    receive: (headers, body) => receiveUpload({ incoming, gate }, headers, body),
    receiveForm: (headers, body) => readForm(headers, body, incoming),
    async require(mediaId, name) {
      const file = isObjectId(mediaId) ? await findServed(mediaId, name) : undefined
      if (!file) throw notFound()
      return ensureStripped(file)
    },
    open: (file, part) => openKey(servedOf(file), part),
    async requireOriginal(broadcastId, mediaId) {
      const file = await findFileOf(db, broadcastId, mediaId)
      if (!file) throw notFound()
      return file
    },
    openOriginal: (file, part) => openKey(originalOf(file), part),
    backfillAll,
    render: (file, rendition) => renditions.give(file, rendition),
    usage: async (broadcastId) => ({
      used: await readMediaBytes(db, broadcastId, new Date(clock.now() - arrivingMs)),
      limit: parts.quotaBytes,
    }),
    sweep: ({ isAlone } = { isAlone: false }) => sweep(parts, isAlone ? opened : undefined),
    async moveAddresses() {
      for (;;) {
        const moved = await listMoved(db, `${baseUrl}${mediaPath}/`, 100)
        if (moved.length === 0) return
        for (const { mediaId, name, ...owner } of moved)
          await parts.records.write(owner.broadcastId, (tx) =>
            parts.records.update(
              tx,
              owner,
              { type: 'service' },
              mediaId,
              {},
              { mediaUrl: addressOf(baseUrl, mediaId, name) },
            ),
          )
      }
    },
  }
}

const mostKnown = 100_000

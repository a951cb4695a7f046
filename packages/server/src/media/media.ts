import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import { findServedFile, listMoved, readMediaBytes, type ServedFile } from '../store/media.ts'
import { addressOf, mediaPath } from './address.ts'
import { originalOf, type Part } from './files.ts'
import { arrivingMs, createKeeping, type KeepMedia, type KeepParts, type MediaRecords } from './keep.ts'
import { createRenditionMaker } from './rendition-maker.ts'
import type { Rendition } from './renditions.ts'
import { rightNow, sweep } from './sweep.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** Files that broadcasts show: taken in, kept, shown and swept away. */
export interface Media {
  /** Receives the files of a form. */
  receive(headers: IncomingHttpHeaders, body: Readable): Promise<Upload>
  keepAll: ReturnType<typeof createKeeping>['keepAll']
  keep: KeepMedia
  /** The file at a public address. */
  require(mediaId: string, name: string): Promise<ServedFile>
  open(file: ServedFile, part?: Part): Promise<Readable>
  render(file: ServedFile, rendition: Rendition): Promise<Buffer>
  /** How many bytes a broadcast has, and may have. */
  usage(broadcastId: string): Promise<{ used: number; limit: number }>
  /** Removes what nobody needs. Whoever has the database alone may do so at once when it starts. */
  sweep(options?: { isAlone: boolean }): Promise<void>
  /** Makes addresses follow when the service has got another one. */
  moveAddresses(): Promise<void>
}

export function createMedia(parts: KeepParts & { records: MediaRecords; keptDays: number }): Media {
  const { db, clock, files, incoming, gate, baseUrl } = parts
  const { keep, keepAll } = createKeeping(parts)
  // Whoever has the database alone finds nothing under way when it starts.
  const opened = rightNow(clock)
  const renditions = createRenditionMaker(files, gate, parts.onError)
  return {
    keep,
    keepAll,
    receive: (headers, body) => receiveUpload({ incoming, gate }, headers, body),
    async require(mediaId, name) {
      const file = isObjectId(mediaId) ? await findServedFile(db, mediaId, name) : undefined
      if (!file) throw notFound()
      return file
    },
    async open(file, part) {
      const stream = await files.open(originalOf(file), part)
      if (!stream) throw notFound()
      return stream
    },
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

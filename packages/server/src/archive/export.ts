import type { Readable } from 'node:stream'
import { slugFrom } from '@marquee/model'
import { type Clock, isoNow } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { createGate } from '../base/gate.ts'
import { version } from '../base/version.ts'
import type { Media } from '../media/media.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { formatName, formatVersion, type Manifest } from './format.ts'
import { type ArchiveOptions, type Gathered, gather } from './gather.ts'
import { type PackedFile, pack } from './pack.ts'
import { openSpool, type Spool } from './spool.ts'

export interface ExportParts {
  db: Db
  clock: Clock
  media: Media
  baseUrl: string
}

/** An archive that is being sent. */
export interface OpenArchive {
  fileName: string
  manifest: Manifest
  stream: Readable
}

export type ExportBroadcast = (broadcastId: string, actor: Actor, options: ArchiveOptions) => Promise<OpenArchive>

export function createExport({ db, clock, media, baseUrl }: ExportParts): ExportBroadcast {
  // Each one has a connection and a snapshot of the database while it reads.
  const gate = createGate({ limit: 2, maxWaiting: 20, maxWaitMs: 30_000, refusal: 'Too many archives are being made.' })

  return async (broadcastId, actor, options) => {
    const spool = await openSpool()
    try {
      const gathered = await gate.run(() =>
        db.withLimit(bulkMs).snapshot((reader) => gather(reader, broadcastId, options, spool)),
      )
      if (!gathered) throw notFound()
      const at = isoNow(clock)
      await appendAudit(db, { action: 'broadcast.exported', broadcastId, actor, details: { ...options }, at })
      const manifest = manifestOf(gathered, options, spool, { baseUrl, at })
      const files = [...spool.files, ...gathered.media.map((file) => mediaFile(media, broadcastId, file))]
      const stream = pack(manifest, files, new Date(at))
      stream.once('close', () => void spool.discard())
      return {
        fileName: `${slugFrom(manifest.broadcast.name) || 'broadcast'}-${at.slice(0, 10)}.zip`,
        manifest,
        stream,
      }
    } catch (error) {
      await spool.discard()
      throw error
    }
  }
}

export function manifestOf(
  { broadcast, sequence, media, credentials }: Gathered,
  { people, history }: ArchiveOptions,
  spool: Spool,
  { baseUrl, at }: { baseUrl: string; at: string },
): Manifest {
  return {
    format: formatName,
    version: formatVersion,
    madeBy: { service: version, baseUrl },
    madeAt: at,
    broadcast: { id: broadcast._id, name: String(broadcast.name) },
    sequence,
    includes: { people, history },
    files: spool.files.map(({ onDisk: _, ...listed }) => listed),
    media: { files: media.length, bytes: media.reduce((sum, { size }) => sum + size, 0) },
    leftOut: { credentials },
  }
}

function mediaFile(media: Media, broadcastId: string, file: Gathered['media'][number]): PackedFile {
  return { path: file.path, size: file.size, open: () => openFile(media, broadcastId, file) }
}

export function openFile(
  media: Pick<Media, 'openOriginal'>,
  broadcastId: string,
  { location, id }: Gathered['media'][number],
): Promise<Readable> {
  return media.openOriginal({ broadcastId, location }).catch((error: unknown) => {
    throw new Error(`The file of the media ${id} cannot be read from the storage.`, { cause: error })
  })
}

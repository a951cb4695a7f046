import { createReadStream } from 'node:fs'
import { broadcastKinds, type Kind, kinds } from '@marquee/model'
import { isoNow } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { findFreeSlug } from '../content/new-site.ts'
import type { Media } from '../media/media.ts'
import { bulkMs } from '../store/limits.ts'
import { findWebDiffuser } from '../store/public/public.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { DamagedArchive } from './damaged.ts'
import { manifestOf, openFile } from './export.ts'
import { type Gathered, gather } from './gather.ts'
import { type Imported, type ImportParts, type ImportRequest, importFrom } from './import.ts'
import { forNextEdition } from './next-edition.ts'
import { openSpool, type Spool } from './spool.ts'
import type { Unpacked } from './unpack.ts'

export interface DuplicateRequest extends Pick<ImportRequest, 'owner' | 'actor' | 'onProgress'> {
  name: string
  hasSessions: boolean
  /** By how many local days dates are moved. */
  days: number
  commit: NonNullable<ImportRequest['copy']>['commit']
}

/** Copies a broadcast within the service for its next edition: an export that is imported, without a zip between them. */
export async function duplicateBroadcast(
  parts: ImportParts,
  broadcastId: string,
  { name, hasSessions, days, commit, ...request }: DuplicateRequest,
): Promise<Imported> {
  const { db, control, clock, media, baseUrl } = parts
  const copied = editionKinds.filter((kind) => hasSessions || kind !== kinds.broadcastSession)
  const spool = await openSpool()
  try {
    const options = { people: false, history: false, content: copied }
    const gathered = await db.withLimit(bulkMs).snapshot((reader) => gather(reader, broadcastId, options, spool))
    if (!gathered) throw notFound()
    const { timeZone } = await findCalendar(db, broadcastId)
    const site = await findWebDiffuser(db, broadcastId)
    const edition = {
      name,
      days,
      timeZone,
      copied,
      site:
        site === undefined
          ? undefined
          : { id: JSON.parse(site)._id, slug: await findFreeSlug(control, name, broadcastId) },
    }
    const manifest = manifestOf(gathered, options, spool, { baseUrl, at: isoNow(clock) })
    if (manifest.media.bytes > parts.mediaQuotaBytes)
      throw new DamagedArchive(`The media of a broadcast can have at most ${parts.mediaQuotaBytes} bytes.`)
    const imported = await importFrom(openSpooled(spool, gathered, media, broadcastId), manifest, parts, {
      ...request,
      keepIds: false,
      copy: {
        adapt: forNextEdition(edition),
        needsSite: site === undefined,
        action: 'broadcast.duplicated',
        commit,
      },
    })
    return { ...imported, name }
  } finally {
    await spool.discard()
  }
}

/** Campaigns were sent, and people agreed to the edition they attended. */
const editionKinds = broadcastKinds.filter(({ editorial }: Kind) => editorial)

/** The texts in the spool and the files in the storage, read like an archive. */
function openSpooled(spool: Spool, { media: files }: Gathered, media: Media, broadcastId: string): Unpacked {
  const texts = new Map(spool.files.map((file) => [file.path, file]))
  const medias = new Map(files.map((file) => [file.path, file]))
  return {
    paths: new Set([...texts.keys(), ...medias.keys()]),
    sizeOf: (path) => texts.get(path)?.bytes ?? medias.get(path)?.size ?? 0,
    async *read(path) {
      const [text, file] = [texts.get(path), medias.get(path)]
      if (text) yield* createReadStream(text.onDisk)
      else if (file) yield* await openFile(media, broadcastId, file)
      else throw new DamagedArchive(`${path} is missing.`)
    },
    close() {},
  }
}

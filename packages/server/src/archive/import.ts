import { type AnyRecord, type Kind, kinds } from '@marquee/model'
import { type Clock, isoNow } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Content } from '../content/content.ts'
import { copyOf } from '../content/copy-record.ts'
import type { Copying } from '../content/writing.ts'
import type { Attach } from '../media/keep.ts'
import type { Media } from '../media/media.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import { isBroadcastId } from '../store/records/broadcasts.ts'
import { isMediaIdTaken } from '../store/records/media.ts'
import { at, type Contents, checkContents } from './contents.ts'
import { broadcastPath, contentPath, importedKinds, type Manifest } from './format.ts'
import { renamed } from './ids.ts'
import { readManifest } from './manifest.ts'
import { describeMedia, takeMedia } from './take-media.ts'
import { type Unpacked, unpack } from './unpack.ts'
import { type RecordsToWrite, writeRecords } from './write-records.ts'

export interface ImportParts {
  db: Db
  control: Db<'control'>
  clock: Clock
  content: Content
  media: Media
  baseUrl: string
  mediaQuotaBytes: number
}

export interface ImportRequest {
  owner: { id: string; email: string }
  actor: Actor
  /** Keeps the ids, if none of them is taken in this service. */
  keepIds: boolean
  onProgress(sentence: string): void
  /** How a copy for another purpose differs from an import. */
  copy?: {
    /** Changes a record before it is copied. */
    adapt(kind: Kind, record: Record<string, unknown>): Record<string, unknown>
    /** Whether the new broadcast gets a website, because the original has none. */
    needsSite: boolean
    action: string
    /** Runs everything in one transaction, and stores the result with it. */
    commit(work: (tx: Tx) => Promise<string[]>, broadcastId: string): Promise<string[]>
  }
}

export interface Imported {
  broadcastId: string
  userId: string
  name: string
  idsKept: boolean
  /** By kind. */
  records: Record<string, number>
  media: { files: number; bytes: number }
  notes: string[]
}

/**
 * Creates a broadcast from an archive: its texts are checked, its files inspected, and then everything is written in one
 * transaction. After an error or a crash there is no broadcast, and the files are swept like those of an unfinished upload.
 */
export async function importArchive(parts: ImportParts, request: ImportRequest & { file: string }): Promise<Imported> {
  const archive = await unpack(request.file)
  try {
    return await importFrom(archive, await readManifest(archive, parts.mediaQuotaBytes), parts, request)
  } finally {
    archive.close()
  }
}

/** The same from texts and files that need not be a zip. */
export async function importFrom(
  archive: Unpacked,
  manifest: Manifest,
  parts: ImportParts,
  request: ImportRequest,
): Promise<Imported> {
  const contents = await checkContents(archive, manifest, parts.clock.now(), (path) =>
    request.onProgress(`${path} is valid.`),
  )
  const { ids, idsKept } = await chooseIds(parts, request, contents)
  const taken = await takeMedia(archive, contents, parts.media, ({ path }) =>
    request.onProgress(`${path} was inspected.`),
  )
  try {
    const renaming = {
      ids,
      fileNames: taken.names,
      from: manifest.madeBy.baseUrl,
      to: parts.baseUrl,
    }
    const rename = (record: Record<string, unknown>) => renamed(record, renaming)
    const broadcastId = ids.get(manifest.broadcast.id) ?? manifest.broadcast.id
    const owner = { broadcastId, userId: request.owner.id }
    const wanted = await describeMedia(archive, contents, taken, rename, parts.clock.now())
    const commit = request.copy?.commit ?? ((work) => parts.db.withLimit(bulkMs).transaction(work))
    const notes = await parts.media.keepAll(owner, request.actor, wanted, (attach) =>
      commit((tx) => writeAll(parts, request, { archive, contents, rename }, { tx, attach, broadcastId }), broadcastId),
    )
    return {
      broadcastId,
      userId: request.owner.id,
      name: manifest.broadcast.name,
      idsKept,
      records: Object.fromEntries([...contents.ids].map(([kind, own]) => [kind.name, own.size])),
      media: manifest.media,
      notes: [...(request.keepIds && !idsKept ? [idsTaken] : []), ...notes, ...notesOf(contents)],
    }
  } finally {
    await taken.discard()
  }
}

/** New ids for all, or none: an archive with some of its ids would be neither the original nor a copy. */
async function chooseIds(
  { db, clock }: ImportParts,
  { keepIds }: ImportRequest,
  { manifest, ids, media }: Contents,
): Promise<{ ids: Map<string, string>; idsKept: boolean }> {
  const isTaken = async () =>
    (await isBroadcastId(db, manifest.broadcast.id)) ||
    (await isMediaIdTaken(
      db,
      media.map(({ id }) => id),
    ))
  if (keepIds && !(await isTaken())) return { ids: new Map(), idsKept: true }
  const fresh = new Map<string, string>()
  for (const id of [manifest.broadcast.id, ...[...ids.values()].flatMap((own) => [...own])])
    if (!fresh.has(id)) fresh.set(id, newObjectId(clock.now()))
  return { ids: fresh, idsKept: false }
}

async function writeAll(
  { clock, content }: ImportParts,
  { owner, actor, onProgress, copy }: ImportRequest,
  { archive, contents, rename }: Pick<RecordsToWrite, 'archive' | 'contents' | 'rename'>,
  { tx, attach, broadcastId }: { tx: Tx; attach: Attach; broadcastId: string },
): Promise<string[]> {
  const notes: string[] = []
  const tenant = { broadcastId, userId: owner.id }
  const copying = comingFrom(contents, rename)
  const nowMs = clock.now()
  const adapt = copy?.adapt ?? ((_: Kind, record: Record<string, unknown>) => record)
  const { body, service } = copyOf(kinds.broadcast, rename(adapt(kinds.broadcast, contents.broadcast)), nowMs)
  await at(broadcastPath, () =>
    content.createBroadcast(tx, owner, body, actor, {
      id: broadcastId,
      service,
      copying,
      hasSite: copy?.needsSite ?? false,
    }),
  )
  await attach(tx)
  const write: RecordsToWrite['write'] = async (work) => {
    await content.writeIn(tx, tenant, actor, work, copying)
    await tx.flush()
  }
  for (const kind of importedKinds) {
    await writeRecords(kind, {
      archive,
      contents,
      rename,
      adapt,
      write,
      nowMs,
      note: (sentence) => notes.push(sentence),
    })
    const count = contents.ids.get(kind)?.size
    if (count !== undefined) onProgress(`${count} ${kind.plural} were written.`)
  }
  const details = { from: contents.manifest.broadcast.id, madeAt: contents.manifest.madeAt }
  await appendAudit(tx, { action: copy?.action ?? 'broadcast.imported', ...tenant, actor, details, at: isoNow(clock) })
  return notes
}

/** The records that the import creates, by their new ids. */
function comingFrom({ ids }: Contents, rename: RecordsToWrite['rename']): Copying {
  const coming = new Set<string>()
  for (const [kind, own] of ids) for (const _id of own) coming.add(`${kind.name}/${(rename({ _id }) as AnyRecord)._id}`)
  return { isComing: (kind, id) => coming.has(`${kind}/${id}`) }
}

const idsTaken = 'Some ids of the archive are taken in this service, so all records have new ones.'

/** What the archive says about things that an import does not take. */
function notesOf({ manifest }: Contents): string[] {
  const members = manifest.files.find(({ path }) => path === contentPath(kinds.broadcastMember))?.entries ?? 0
  return [
    ...(manifest.leftOut.credentials > 0
      ? [`${manifest.leftOut.credentials} stored credentials are not in the archive; enter them again.`]
      : []),
    ...(members > 0 ? [`${members} members were left out, because an archive gives nobody access; invite them.`] : []),
    ...(manifest.includes.history
      ? ['The history stays in the archive; the log of the new broadcast begins with the import.']
      : []),
  ]
}

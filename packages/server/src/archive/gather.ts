import { type AnyRecord, type Kind, kinds, parseSort, type Scalar } from '@marquee/model'
import { Slices } from '../base/turns.ts'
import { copiedPart } from '../content/copy-record.ts'
import { readChanges } from '../store/changes/changes.ts'
import { findLastSequence } from '../store/changes/versions.ts'
import type { Queryable } from '../store/db.ts'
import { pageOfFiles } from '../store/records/media.ts'
import { findRecord, pageOfRecords } from '../store/records/records.ts'
import {
  broadcastPath,
  changesPath,
  contentKinds,
  contentPath,
  type ListedMedia,
  mediaIndexPath,
  mediaPathOf,
  peopleKinds,
  revisionsPath,
} from './format.ts'
import type { Spool } from './spool.ts'

export interface ArchiveOptions {
  people: boolean
  history: boolean
  /** The kinds of content; all of them when absent. */
  content?: readonly Kind[]
}

/** What was read at one point of the change log. */
export interface Gathered {
  broadcast: AnyRecord
  sequence: number
  media: (ListedMedia & { location: string })[]
  credentials: number
}

type Entries = AsyncGenerator<{ text: string; entries: number }>

/** Writes the texts of an archive to the spool. The reader is a snapshot, so that they belong together. */
export async function gather(
  reader: Queryable,
  broadcastId: string,
  { people, history, content = contentKinds }: ArchiveOptions,
  spool: Spool,
): Promise<Gathered | undefined> {
  const body = await findRecord(reader, broadcastId, kinds.broadcast, broadcastId)
  if (body === undefined) return undefined
  const broadcast: AnyRecord = JSON.parse(body)
  const slices = new Slices()
  await spool.write(broadcastPath, once(`${JSON.stringify(copiedPart(kinds.broadcast, broadcast), null, 2)}\n`))
  for (const kind of [...content, ...(people ? peopleKinds : [])]) {
    const records = allOf(reader, broadcastId, kind, slices, (record) => copiedPart(kind, record))
    await writeList(spool, contentPath(kind), records)
  }
  const media = await filesOf(reader, broadcastId)
  await writeList(spool, mediaIndexPath, linesOf(media.map(({ location: _, ...listed }) => listed)))
  if (history) {
    const hidden = people ? [] : peopleKinds.map(({ name }) => name)
    await spool.write(changesPath, changesOf(reader, broadcastId, hidden))
    await writeList(
      spool,
      revisionsPath,
      allOf(reader, broadcastId, kinds.revision, slices, (record) => record),
    )
  }
  return {
    broadcast,
    sequence: await findLastSequence(reader, broadcastId),
    media,
    credentials: countCredentials(broadcast),
  }
}

/** A JSON array with one entry per line. Without entries there is no file. */
async function writeList(spool: Spool, path: string, entries: AsyncGenerator<string>): Promise<void> {
  const first = await entries.next()
  if (first.done) return
  await spool.write(
    path,
    (async function* () {
      yield { text: `[\n${first.value}`, entries: 1 }
      for await (const text of entries) yield { text: `,\n${text}`, entries: 1 }
      yield { text: '\n]\n', entries: 0 }
    })(),
  )
}

async function* allOf(
  reader: Queryable,
  broadcastId: string,
  kind: Kind,
  slices: Slices,
  shown: (record: AnyRecord) => object,
): AsyncGenerator<string> {
  const order = parseSort(kind, { _id: 'asc' })
  let after: Scalar[] | null = null
  for (let isMore = true; isMore; ) {
    const page: { bodies: string[]; hasMore: boolean } = await pageOfRecords(reader, broadcastId, kind, {
      where: null,
      order,
      after,
      limit: 500,
      skip: 0,
      maxBytes: 4_194_304,
    })
    for (const body of page.bodies) {
      await slices.spend(body.length)
      const record: AnyRecord = JSON.parse(body)
      after = [record._id]
      yield JSON.stringify(shown(record))
    }
    isMore = page.hasMore
  }
}

async function filesOf(reader: Queryable, broadcastId: string): Promise<Gathered['media']> {
  const all: Gathered['media'] = []
  for (;;) {
    const page = await pageOfFiles(reader, broadcastId, all.at(-1)?.id ?? '', 1_000)
    if (page.length === 0) return all
    for (const { mediaId: id, fileName: name, hash: sha256, size, location } of page)
      all.push({ id, path: mediaPathOf(id, name), name, size, sha256, location })
  }
}

async function* linesOf(entries: object[]): AsyncGenerator<string> {
  for (const entry of entries) yield JSON.stringify(entry)
}

/** The change log, oldest first, one change per line. Changes of people are only numbers unless they are requested. */
async function* changesOf(reader: Queryable, broadcastId: string, hiddenKinds: string[]): Entries {
  for (let since = 0, isMore = true; isMore; ) {
    const page = await readChanges(reader, broadcastId, since, 500, hiddenKinds)
    for (const { shown, sequence } of page.changes) {
      since = sequence
      yield { text: `${shown}\n`, entries: 1 }
    }
    isMore = page.hasMore
  }
}

async function* once(text: string): Entries {
  yield { text, entries: 1 }
}

const countCredentials = ({ authData, authProviders }: AnyRecord) =>
  [authData, authProviders].flat().filter((entry) => Object(entry).set === true).length

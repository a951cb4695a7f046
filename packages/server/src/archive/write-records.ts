import { isReservedSlug, type Kind, kinds } from '@marquee/model'
import { findTakenElsewhere } from '../content/addresses.ts'
import { copyOf } from '../content/copy-record.ts'
import { createRecords, type NewRecord } from '../content/create-record.ts'
import type { Writing } from '../content/writing.ts'
import { at, type Contents } from './contents.ts'
import { placeOf } from './damaged.ts'
import { readList } from './read-lines.ts'
import type { Unpacked } from './unpack.ts'

type Located = NewRecord & { place: string }

export interface RecordsToWrite {
  archive: Unpacked
  contents: Contents
  rename(record: Record<string, unknown>): Record<string, unknown>
  /** Changes a record before its ids are replaced. */
  adapt(kind: Kind, record: Record<string, unknown>): Record<string, unknown>
  /** Runs writes in the transaction of the import, and appends their changes to the log at once. */
  write(work: (writing: Writing) => Promise<void>): Promise<void>
  note(sentence: string): void
  nowMs: number
}

/** Creates the records of a kind, some at a time, so that memory does not grow with their number. */
export async function writeRecords(kind: Kind, work: RecordsToWrite): Promise<void> {
  const file = work.contents.fileOf(kind)
  if (!file) return
  let some: Located[] = []
  let bytes = 0
  const store = async () => {
    const wanted = some
    some = []
    bytes = 0
    await work.write((writing) => create(writing, kind, wanted, work))
  }
  let paused = 0
  for await (const { number, value } of readList(work.archive, file)) {
    // Uploaded media were created with their files.
    if (kind === kinds.media && value.external === false) continue
    const record = work.rename(work.adapt(kind, value))
    const { body, service } = copyOf(kind, record, work.nowMs)
    if (value.status !== undefined && value.status !== (service.status ?? body.status)) paused += 1
    const place = placeOf(file.path, number)
    some.push({ id: String(record._id), body, service, place })
    bytes += JSON.stringify(body).length
    if (some.length >= maxRecords || bytes > maxBytes) await store()
  }
  if (some.length > 0) await store()
  const note = paused > 0 && pausedNotes[kind.name]?.(paused)
  if (note) work.note(note)
}

async function create(writing: Writing, kind: Kind, wanted: Located[], work: RecordsToWrite): Promise<void> {
  if (kind === kinds.broadcastDiffuser) for (const one of wanted) await dropTakenAddresses(writing, one, work)
  try {
    await writing.log.part(() => createRecords(writing, kind, wanted))
  } catch {
    // One by one, to find the record that was refused.
    for (const one of wanted) await at(one.place, () => createRecords(writing, kind, [one]))
  }
}

/** Addresses are unique in a service. Those of another broadcast, and of the service itself, are left out. */
async function dropTakenAddresses(writing: Writing, wanted: Located, work: RecordsToWrite): Promise<void> {
  const { serviceHost } = writing
  const body = wanted.body as Record<string, unknown>
  for (const field of ['slug', 'domain']) {
    const value = body[field]
    if (typeof value !== 'string') continue
    const isOurs = field === 'slug' ? isReservedSlug(value) : value === serviceHost
    const taken = isOurs || (await findTakenElsewhere(writing, [value])).size > 0
    if (!taken) continue
    body[field] = null
    work.note(`The ${field} ${value} is taken in this service, so its channel has none; choose another.`)
  }
}

const pausedNotes: Record<string, (count: number) => string> = {
  workflow: (count) =>
    `${count} ${count === 1 ? 'workflow is' : 'workflows are'} disabled; enable them here when the other service has stopped running them.`,
  broadcastCampaign: (count) =>
    `${count} ${count === 1 ? 'campaign was' : 'campaigns were'} scheduled or being sent; scheduled ones are drafts here, the others are cancelled.`,
}

const maxRecords = 200
const maxBytes = 4_194_304

import { isDeepStrictEqual } from 'node:util'
import type { BenchBroadcast } from '../../bench/service.ts'
import { type Change, type LoggedRecord, type Rebuilt, readAll } from '../log.ts'
import type { Random } from '../random.ts'
import type { Ledger } from './writer.ts'
import { host, markOf, type Part, session, writtenKinds } from './writes.ts'

/** How the log of a broadcast differs from what was answered. */
export interface LogFaults {
  lost: number
  altered: number
  twice: number
  refusedButWritten: number
  halfApplied: number
}

export function compareLog(log: Change[], { acknowledged, refused, whole }: Ledger): LogFaults {
  // A row with a new title is a write of ours; one without is a reference that a delete has cleared.
  const writes = log.filter(({ operation, fields }) => operation === 'create' || fields.includes('title'))
  const byMark = Map.groupBy(writes, ({ record }) => markOf(record?.title) ?? '')
  const deleted = new Set(log.filter(({ operation }) => operation === 'delete').map(({ id }) => id))
  const rowsOf = (mark: string) => byMark.get(mark) ?? []
  const isApplied = ({ op, mark, id }: Part) => (op === 'delete' ? deleted.has(String(id)) : byMark.has(mark))
  return {
    lost: acknowledged.filter(
      ({ part, id }) => !(part.op === 'delete' ? deleted.has(id) : rowsOf(part.mark).some((row) => row.id === id)),
    ).length,
    altered: acknowledged.filter(
      ({ part, record }) => record && !rowsOf(part.mark).some((row) => isDeepStrictEqual(row.record, record)),
    ).length,
    twice: [...byMark].filter(
      ([mark, rows]) => mark && rows.filter(({ operation }) => operation === 'create').length > 1,
    ).length,
    refusedButWritten: [...refused].filter((mark) => byMark.has(mark)).length,
    halfApplied: whole.filter((parts) => new Set(parts.map(isApplied)).size > 1).length,
  }
}

/** What differs between the reads of a broadcast and the records that its log leads to, in words. */
export async function compareReads(
  broadcast: BenchBroadcast,
  rebuilt: Rebuilt,
  lastSequence: number,
  random: Random,
): Promise<string[]> {
  return [
    ...(await compareCounts(broadcast, rebuilt, lastSequence)),
    ...(await compareLists(broadcast, rebuilt)),
    ...(await compareReferences(broadcast, rebuilt)),
    ...(await compareSearch(broadcast, rebuilt, random)),
  ]
}

async function compareCounts({ call, path }: BenchBroadcast, rebuilt: Rebuilt, sequence: number): Promise<string[]> {
  const { body: usage } = await call('GET', `${path}/usage`)
  const wrong = writtenKinds.filter(({ name }) => usage.records[name].used !== recordsOf(rebuilt, name).length)
  return [
    ...wrong.map(({ name }) => `the usage of ${name}`),
    ...(usage.sequence === sequence ? [] : ['the number of the last change']),
  ]
}

/** Each list several times: from the database, from memory, and from the cache of responses. */
async function compareLists(broadcast: BenchBroadcast, rebuilt: Rebuilt): Promise<string[]> {
  const wrong: string[] = []
  const site = `/v1/public/${broadcast.broadcastId}`
  for (const { name, plural, plain } of writtenKinds) {
    const records = recordsOf(rebuilt, name)
    const published = records.filter(({ status }) => status === 'published')
    for (let round = 1; round <= 3; round++) {
      const all = await readAll(broadcast, `${broadcast.path}/${plural}`)
      if (all.total !== records.length) wrong.push(`the total of ${plural}`)
      if (!isDeepStrictEqual(byId(all.data), byId(records))) wrong.push(`the list of ${plural}`)
      const seen = await readAll(broadcast, `${site}/${plural}`)
      if (seen.total !== published.length) wrong.push(`the public total of ${plural}`)
      if (!isDeepStrictEqual(titles(seen.data), titles(published))) wrong.push(`the public list of ${plural}`)
      if (plain === undefined) continue
      if (!isDeepStrictEqual(titles(await readPlain(broadcast, plain)), titles(records)))
        wrong.push(`the list of ${plain}`)
    }
  }
  return wrong
}

/** All records of a list on Surface A. */
async function readPlain({ call }: BenchBroadcast, plain: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for (let total = 1; all.length < total; ) {
    const { body } = await call('GET', `/v1/${plain}?status=all&limit=100&offset=${all.length}`)
    all.push(...body.data)
    total = body.data.length === 0 ? 0 : body.total
  }
  return all
}

async function compareReferences({ call, path }: BenchBroadcast, rebuilt: Rebuilt): Promise<string[]> {
  const ids = new Set([...rebuilt.values()].flatMap((ofKind) => [...ofKind.keys()]))
  const sessions = recordsOf(rebuilt, session.name)
  const pointers = (record: LoggedRecord) => [record.hostIds, record.interestPointId].flat().filter(Boolean).map(String)
  const dangling = sessions.filter((record) => pointers(record).some((id) => !ids.has(id)))
  const asked = recordsOf(rebuilt, host.name).slice(0, 100)
  const using = sessions.filter((record) => pointers(record).some((id) => asked.some(({ _id }) => _id === id)))
  const { body } = await call('GET', `${path}/uses?ids=${asked.map(({ _id }) => _id).join(',')}`)
  return [
    ...dangling.map(({ _id }) => `a reference of ${_id}`),
    ...(asked.length === 0 || body.total === using.length ? [] : ['the uses of hosts']),
  ]
}

async function compareSearch(broadcast: BenchBroadcast, rebuilt: Rebuilt, random: Random): Promise<string[]> {
  const { call, path, broadcastId } = broadcast
  const records = writtenKinds.flatMap(({ name }) => recordsOf(rebuilt, name))
  const published = records.filter(({ status }) => status === 'published')
  const wrong: string[] = []
  const all = await call('GET', `${path}/search?q=concert`)
  if (all.body.total !== records.length) wrong.push(`the total of a search, ${all.body.total} of ${records.length}`)
  const seen = await call('GET', `/v1/public/${broadcastId}/search?q=concert`)
  if (seen.body.total !== published.length) wrong.push('the total of a public search')
  for (let tries = 0; tries < 5 && records.length > 0; tries++) {
    const { _id, title } = random.pick(records)
    const { body } = await call('GET', `${path}/search?q=${markOf(title)}`)
    if (body.total !== 1 || body.data[0]._id !== _id) wrong.push(`the search of ${title}`)
  }
  return wrong
}

const recordsOf = (rebuilt: Rebuilt, kind: string) => [...(rebuilt.get(kind)?.values() ?? [])]

const byId = (records: LoggedRecord[]) => records.toSorted((one, other) => (one._id < other._id ? -1 : 1))

/** Ids and titles, in the words of each surface. */
function titles(records: Record<string, unknown>[]): string[] {
  return records.map(({ _id, id, title, name }) => `${_id ?? id} ${title ?? name}`).sort()
}

import {
  type AnyRecord,
  allKinds,
  findReferences,
  isPublishable,
  type Kind,
  kindNamed,
  publicKind,
  type ShownRecord,
} from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { Slices } from '../base/turns.ts'
import type { Db, Queryable, Tx } from '../store/db.ts'
import { wholeBroadcastMs } from '../store/limits.ts'
import { type Calendar, findCalendar } from '../store/records/broadcasts.ts'
import {
  findAllowances,
  findDrafts,
  findHolding,
  findOccupations,
  findOccupationsNear,
  findPresent,
  findWithNavigators,
  lockConflicts,
  type OccupationRow,
} from '../store/records/conflicts.ts'
import { findRecords, readInChunks } from '../store/records/records.ts'
import { type Conflict, idOf, type Occupation } from './conflict.ts'
import { findDraftReferences } from './draft-references.ts'
import { findLostNavigators, hasNavigators, navigatorTargets } from './lost-navigators.ts'
import { findProgrammeConflicts } from './programme.ts'
import { sentenceOf } from './sentences.ts'

/** A conflict as returned by the API. */
export interface ShownConflict {
  id: string
  type: Conflict['type']
  severity: Conflict['severity']
  message: string
  ids: string[]
  records: { kind: string; id: string; title: string | null; pointer?: string }[]
  from: string | null
  to: string | null
}

export interface FoundConflicts {
  /** All of them, or the first `maxFound`. */
  conflicts: Conflict[]
  isComplete: boolean
  calendar: Calendar
}

export interface Conflicts {
  /** All conflicts in a snapshot of a broadcast. */
  find(broadcastId: string): Promise<FoundConflicts>
  show(
    db: Queryable,
    broadcastId: string,
    conflicts: Conflict[],
    calendar: Calendar,
    locale: string,
  ): Promise<ShownConflict[]>
  /** Throws when records that were just written have conflicts. */
  check(tx: Tx, broadcastId: string, kind: Kind, records: AnyRecord[], locale: string): Promise<void>
}

export function createConflicts({ db, localize }: { db: Db; localize: Localize }): Conflicts {
  const show: Conflicts['show'] = (reader, broadcastId, conflicts, calendar, locale) =>
    shown(reader, broadcastId, conflicts, calendar, locale, localize)
  return {
    find: (broadcastId) => db.withLimit(wholeBroadcastMs).snapshot((reader) => findAll(reader, broadcastId)),
    show,
    async check(tx, broadcastId, kind, records, locale) {
      await lockConflicts(tx, broadcastId)
      const calendar = await findCalendar(tx, broadcastId)
      const conflicts = await findOf(tx, broadcastId, kind, records, calendar)
      if (conflicts.length === 0) return
      const reported = await show(tx, broadcastId, conflicts.slice(0, maxReported), calendar, locale)
      throw new AppError('conflicts', 'The write conflicts with other content; `conflicts` lists the reasons.', {
        extra: { conflicts: reported },
      })
    },
  }
}

/** Translates a record into one language. */
type Localize = (kind: Kind, record: ShownRecord, locale: string) => ShownRecord

async function findAll(reader: Queryable, broadcastId: string): Promise<FoundConflicts> {
  const calendar = await findCalendar(reader, broadcastId)
  const allowances = await findAllowances(reader, broadcastId, null)
  const all: Conflict[] = []
  for (const kind of occupyingKinds) {
    const occupations = await occupationsOf(await findOccupations(reader, broadcastId, kind))
    const { timeZone } = calendar
    all.push(...(await findProgrammeConflicts({ kind, occupations, allowances, timeZone, limit: maxFound })))
  }
  all.push(...(await findReferencesToDrafts(reader, broadcastId)), ...(await findBrokenNavigators(reader, broadcastId)))
  return { conflicts: all.slice(0, maxFound).sort(inOrder), isComplete: all.length < maxFound, calendar }
}

async function findReferencesToDrafts(reader: Queryable, broadcastId: string): Promise<Conflict[]> {
  const draftIds = new Set(await findDrafts(reader, broadcastId, publishableKinds, null))
  if (draftIds.size === 0) return []
  const keys = await findHolding(reader, broadcastId, shownKinds, [...draftIds])
  const found: Conflict[] = []
  for await (const holder of readInChunks(reader, broadcastId, keys)) {
    if (found.length < maxFound) found.push(...findDraftReferences([parsed(holder)], draftIds))
  }
  return found
}

async function findBrokenNavigators(reader: Queryable, broadcastId: string): Promise<Conflict[]> {
  const keys = await findWithNavigators(reader, broadcastId, navigatingKinds)
  const targets = new Set<string>()
  for await (const row of readInChunks(reader, broadcastId, keys)) {
    const { kind, record } = parsed(row)
    for (const id of navigatorTargets(kind, record)) targets.add(id)
  }
  const present = await findPresent(reader, broadcastId, [...targets])
  const found: Conflict[] = []
  for await (const holder of readInChunks(reader, broadcastId, keys)) {
    if (found.length < maxFound) found.push(...findLostNavigators([parsed(holder)], (id) => present.has(id)))
  }
  return found
}

/** The conflicts that involve some records. Reads only records that could be part of one. */
async function findOf(
  reader: Queryable,
  broadcastId: string,
  kind: Kind,
  records: AnyRecord[],
  { timeZone }: Calendar,
): Promise<Conflict[]> {
  const ids = new Set(records.map(({ _id }) => _id))
  const holders = records.filter(({ status }) => status !== 'draft').map((record) => ({ kind, record }))
  const targets = holders.flatMap(({ record }) => findReferences(publicKind(kind), record).map(({ id }) => id))
  const drafts = targets.length > 0 ? await findDrafts(reader, broadcastId, publishableKinds, targets) : []
  const lost = await lostNavigatorsAmong(
    reader,
    broadcastId,
    records.map((record) => ({ kind, record })),
  )
  const occupations = await occupationsNear(reader, broadcastId, kind, records)
  const resources = occupations.flatMap(({ placeId, hostIds }) => [...(placeId === null ? [] : [placeId]), ...hostIds])
  const allowances = resources.length > 0 ? await findAllowances(reader, broadcastId, resources) : []
  const found = await findProgrammeConflicts({ kind, occupations, allowances, timeZone, limit: maxFound })
  const concerned = found.filter((conflict) => conflict.records.some(({ id }) => ids.has(id)))
  return [...concerned, ...findDraftReferences(holders, new Set(drafts)), ...lost]
}

async function occupationsNear(
  reader: Queryable,
  broadcastId: string,
  kind: Kind,
  records: AnyRecord[],
): Promise<Occupation[]> {
  const { place = '', people = '' } = kind.occupies ?? {}
  const resources = records.flatMap((record) =>
    [record[place], record[people]].flat().filter((id) => typeof id === 'string'),
  )
  const times = records.map(({ time }) => Object(time) as { start?: string; end?: string }).filter(({ start }) => start)
  if (resources.length === 0 || times.length === 0) return []
  const starts = times.map(({ start }) => String(start)).sort()
  const ends = times.map(({ start, end }) => String(end ?? start)).sort()
  const near = { resources, from: starts[0] ?? '', to: ends.at(-1) ?? '' }
  return occupationsOf(await findOccupationsNear(reader, broadcastId, kind, near))
}

async function lostNavigatorsAmong(
  reader: Queryable,
  broadcastId: string,
  holders: { kind: Kind; record: AnyRecord }[],
): Promise<Conflict[]> {
  const targets = new Set(holders.flatMap(({ kind, record }) => navigatorTargets(kind, record)))
  const present = await findPresent(reader, broadcastId, [...targets])
  return findLostNavigators(holders, (id) => present.has(id))
}

async function shown(
  reader: Queryable,
  broadcastId: string,
  conflicts: Conflict[],
  { timeZone }: Calendar,
  locale: string,
  localize: Localize,
): Promise<ShownConflict[]> {
  const titles = new Map<string, string | null>()
  const wanted = Map.groupBy(
    conflicts.flatMap(({ records }) => records),
    ({ kind }) => kind,
  )
  for (const [name, concerned] of wanted) {
    const kind = kindNamed(name)
    const found = await findRecords(reader, broadcastId, kind, [...new Set(concerned.map(({ id }) => id))])
    for (const [id, body] of found) {
      const { title, name: ownName, _reference } = localize(kind, JSON.parse(body), locale)
      const text = [title, ownName, _reference].find((one) => typeof one === 'string' && one !== '')
      titles.set(id, typeof text === 'string' ? text : null)
    }
  }
  return conflicts.map((conflict) => {
    const { type, severity, records, pointer, from, to } = conflict
    const names = records.map(({ id }) => titles.get(id) ?? '')
    return {
      id: idOf(conflict),
      type,
      severity,
      message: sentenceOf(conflict, names, timeZone, locale),
      ids: records.map(({ id }) => id),
      records: records.map(({ kind, id }, index) => ({
        kind,
        id,
        title: titles.get(id) ?? null,
        ...(index === 0 && pointer !== undefined && { pointer }),
      })),
      from,
      to,
    }
  })
}

const occupationOf = ({ id, status, start, end, place, people }: OccupationRow): Occupation => ({
  id,
  isPublished: status === 'published',
  start,
  end,
  placeId: place,
  hostIds: people === null ? [] : JSON.parse(people),
})

async function occupationsOf(rows: OccupationRow[]): Promise<Occupation[]> {
  const slices = new Slices()
  const occupations: Occupation[] = []
  for (const row of rows) {
    await slices.spend(rowBytes + (row.people?.length ?? 0))
    occupations.push(occupationOf(row))
  }
  return occupations
}

const rowBytes = 100

const parsed = ({ kind, body }: { kind: string; body: string }) => ({
  kind: kindNamed(kind),
  record: JSON.parse(body) as AnyRecord,
})

/** Conflicts of the programme first, by time. */
function inOrder(one: Conflict, other: Conflict): number {
  const keyOf = (conflict: Conflict) => `${conflict.from ?? '~'} ${idOf(conflict)}`
  const [a, b] = [keyOf(one), keyOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

const occupyingKinds = allKinds.filter(({ occupies }) => occupies)
const publishableKinds = allKinds.filter(isPublishable)
const shownKinds = allKinds.filter((kind) => kind.public)
const navigatingKinds = allKinds.filter(hasNavigators)

const maxFound = 10_000
const maxReported = 100

import { importedKinds, type SourceRecord } from '@marquee/formats'
import { kindNamed } from '@marquee/model'
import { newObjectId } from '../base/object-id.ts'
import { type PlanRow, planGone, planRecord } from './plan.ts'
import type { IdentityRow, KnownRow, MissingRow, PlanningAnswer, PlanningTask, PlanPart } from './planning-task.ts'
import { type Candidate, createProposals } from './proposals.ts'
import { isPartial, type ReadFile, readFile } from './read-file.ts'
import { referenceFields, resolveFields } from './resolve.ts'

/** Answers the steps of planning one file. Runs in a thread, because its work grows with the file. */
export function createPlanning(): (task: PlanningTask) => Promise<PlanningAnswer> {
  let file: ReadFile = { records: [], format: 'csv' }
  const identities = new Map<string, IdentityRow>()
  const candidates: (Candidate & { key: string | null })[] = []
  let comparing: Comparing | undefined
  return async (task) => {
    switch (task.step) {
      case 'read': {
        const { read, answer } = await readFile(task.file, task.isPacked, task.options)
        file = read
        return answer
      }
      case 'identities':
        for (const row of task.rows) identities.set(at(row), row)
        return null
      case 'candidates':
        candidates.push(...JSON.parse(task.json))
        return null
      case 'start':
        comparing = startComparing(file, identities, candidates, task.nowMs)
        return comparing.next([])
      case 'compare':
        return comparing?.compare(task.known) ?? null
      case 'remove':
        return comparing?.remove(task.missing, task.rule) ?? null
    }
  }
}

interface Comparing {
  next(rows: PlanRow[]): PlanPart
  compare(known: KnownRow[]): PlanPart
  remove(missing: MissingRow[], rule: 'unpublish' | 'delete' | 'keep'): PlanPart
}

const at = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`

function startComparing(
  { records, format }: ReadFile,
  identities: Map<string, IdentityRow>,
  candidates: (Candidate & { key: string | null })[],
  nowMs: number,
): Comparing {
  const ids = idsOf(records, identities, nowMs)
  const inFile = new Set(records.map(at))
  const [kept, missing] = partition([...identities.values()], (row) => inFile.has(at(row)))
  const own = new Set(kept.map(({ recordId }) => recordId))
  const proposalsFor = createProposals(candidates.filter(({ id }) => !own.has(id)))
  const isFirst = identities.size === 0
  const taken = new Set(candidates.map(({ key }) => key))
  const chunks = chunksOf(records)
  const gone = isPartial(format) ? [] : missing.filter(({ gone, isThere }) => gone === null && isThere)
  // Later kinds refer to earlier ones, so they leave first.
  const leaving = gone.sort((a, b) => orderOf(b.kind) - orderOf(a.kind))
  /** Records that the programme refers to after the import. */
  const mentioned = new Set<string>()
  let chunk: SourceRecord[] = []

  const next = (rows: PlanRow[]): PlanPart => {
    chunk = chunks.next().value ?? []
    const ask = chunk.length > 0 ? [] : leaving.slice(0, rowsAtOnce).map(({ recordId }) => recordId)
    return { rows, compare: chunk.map(({ kind, key }) => ({ kind, key })), remove: ask }
  }
  const created = (row: PlanRow, { isStable }: SourceRecord): PlanRow => {
    const incoming = withFreeKey(row, taken)
    const proposals = isFirst || !isStable ? proposalsFor(row.kind, incoming) : []
    return { ...row, detail: { ...row.detail, incoming, ...(proposals.length > 0 && { proposals }) } }
  }
  return {
    next,
    compare(known) {
      const byKey = new Map(known.map((row) => [at(row), row]))
      const rows: PlanRow[] = []
      for (const record of chunk) {
        const stored = byKey.get(at(record))
        const fields = resolveFields(record, (kind, key) => ids.get(at({ kind, key })))
        const row = planRecord(
          { ...record, fields },
          stored && { ...stored, base: JSON.parse(stored.base), current: JSON.parse(stored.current ?? 'null') },
          () => ids.get(at(record)) ?? newObjectId(nowMs),
        )
        for (const name of referenceFields(kindNamed(record.kind))) {
          const merged = row?.detail.fields?.[name]
          const kept = merged && merged.outcome !== 'take' ? merged.current : null
          for (const id of [fields[name], kept].flat()) mentioned.add(String(id))
        }
        if (row) rows.push(row.action === 'create' ? created(row, record) : row)
      }
      return next(rows)
    },
    remove(found, rule) {
      const byId = new Map(found.map((row) => [row.recordId, row]))
      const rows = leaving.splice(0, rowsAtOnce).flatMap(({ kind, key, recordId }): PlanRow[] => {
        const row = byId.get(recordId)
        if (!row) return []
        const isUsed = !standsAlone.has(kind) && (row.isUsed || mentioned.has(recordId))
        return [planGone({ ...row, kind, key, isUsed }, rule)]
      })
      return next(rows)
    },
  }
}

/** The id of every record of the file. One that people deleted has none, so that no reference leads to it. */
function idsOf(records: SourceRecord[], identities: Map<string, IdentityRow>, nowMs: number): Map<string, string> {
  const ids = new Map<string, string>()
  for (const record of records) {
    const known = identities.get(at(record))
    if (!known) ids.set(at(record), newObjectId(nowMs))
    else if (known.isThere || known.gone !== null) ids.set(at(record), known.recordId)
  }
  return ids
}

/** The values of a new record, with a key that no other record of the broadcast has, where its kind needs one. */
function withFreeKey({ kind, recordId, detail }: PlanRow, taken: Set<string | null>): Record<string, unknown> {
  const incoming = detail.incoming ?? {}
  if (!kindNamed(kind).fields.key?.unique) return incoming
  const wanted = String(incoming.key ?? incoming.title ?? recordId).slice(0, 190)
  let key = wanted
  for (let number = 2; taken.has(key); number++) key = `${wanted} ${number}`
  taken.add(key)
  return { ...incoming, key }
}

/** Sessions and articles are content by themselves; the others are there for what refers to them. */
const standsAlone = new Set(['broadcastSession', 'broadcastArticle'])

const order: readonly string[] = importedKinds
const orderOf = (kind: string) => order.indexOf(kind)

/** Chunks that are small enough to be checked and stored in one turn of the event loop. */
function* chunksOf(records: SourceRecord[]): Generator<SourceRecord[]> {
  let some: SourceRecord[] = []
  let bytes = 0
  for (const record of records) {
    some.push(record)
    bytes += String(record.fields.description ?? record.fields.content ?? '').length + 500
    if (some.length < rowsAtOnce && bytes < bytesAtOnce) continue
    yield some
    some = []
    bytes = 0
  }
  if (some.length > 0) yield some
}

const rowsAtOnce = 100
const bytesAtOnce = 262_144

function partition<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const parts: [T[], T[]] = [[], []]
  for (const one of all) parts[isFirst(one) ? 0 : 1].push(one)
  return parts
}

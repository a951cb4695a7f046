import { type Kind, kindNames, plurals } from './kinds.ts'
import { idOf, type Shown } from './shown.ts'

/** A response of `/bundle`: all public content, a page of it, or the changes since a cursor. */
export interface Bundle {
  cursor: string
  full: boolean
  more: boolean
  broadcast?: Shown
  data: Record<string, Shown[]>
  deleted: Record<string, string[]>
}

/** The public content of a broadcast. It is never changed: an update makes a new one, so that derived values can be cached by it. */
export interface SiteData {
  readonly cursor: string
  readonly broadcast: Shown
  readonly records: Readonly<Record<Kind, ReadonlyMap<string, Shown>>>
}

export const emptyData: SiteData = { cursor: '', broadcast: {}, records: recordsBy(() => new Map()) }

/** The content after a bundle. */
export function applyBundle(before: SiteData, { cursor, full, broadcast, data, deleted }: Bundle): SiteData {
  const base = full ? emptyData : before
  const records = recordsBy((kind) => {
    const added = data[plurals[kind]] ?? []
    const removed = deleted[plurals[kind]] ?? []
    if (added.length === 0 && removed.length === 0) return base.records[kind]
    const merged = new Map(base.records[kind])
    for (const id of removed) merged.delete(id)
    for (const record of added) merged.set(idOf(record), record)
    return merged
  })
  return { cursor, broadcast: broadcast ?? base.broadcast, records }
}

/** The content with a record replaced or added. */
export function withRecord(data: SiteData, kind: Kind, record: Shown): SiteData {
  const changed = new Map(data.records[kind]).set(idOf(record), record)
  return { ...data, records: { ...data.records, [kind]: changed } }
}

export const find = (data: SiteData, kind: Kind, id: unknown): Shown | undefined =>
  typeof id === 'string' ? data.records[kind].get(id) : undefined

export const all = (data: SiteData, kind: Kind): Shown[] => [...data.records[kind].values()]

/** Those of the ids that are public, in their order. */
export const findAll = (data: SiteData, kind: Kind, ids: readonly string[]): Shown[] =>
  ids.map((id) => find(data, kind, id)).filter((record) => record !== undefined)

/** A value that is computed once for each state of the content. */
export function derived<T>(compute: (data: SiteData) => T): (data: SiteData) => T {
  const known = new WeakMap<SiteData, { value: T }>()
  return (data) => {
    const cached = known.get(data)
    if (cached) return cached.value
    const value = compute(data)
    known.set(data, { value })
    return value
  }
}

function recordsBy(make: (kind: Kind) => ReadonlyMap<string, Shown>): SiteData['records'] {
  return Object.fromEntries(kindNames.map((kind) => [kind, make(kind)])) as Record<Kind, ReadonlyMap<string, Shown>>
}

import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import { type Base, type FieldMerge, type Fields, isNews, mergeFields } from './merge.ts'

export type Action = 'create' | 'update' | 'conflict' | 'restore' | 'remove' | 'none'

/** How a record left the programme when its source no longer had it. */
export type Gone = 'unpublished' | 'deleted' | 'kept'
export type GoneRule = 'unpublish' | 'delete' | 'keep'

/** One record of the plan. Records without a difference have no row. */
export interface PlanRow {
  kind: string
  key: string
  recordId: string
  action: Action
  title: string | null
  detail: RowDetail
}

export interface RowDetail {
  /** The place in the file. */
  at?: string
  /** All values of the file, with ids for references. */
  incoming?: Fields
  fields?: Record<string, FieldMerge>
  proposals?: Proposal[]
  reason?: Reason
  /** The file has other values than the last one. */
  hasNews?: boolean
}

/** A record that may be the same as a new one of the file; people decide. */
export interface Proposal {
  recordId: string
  title: string | null
  /** What they have in common besides the title. */
  shared: ('time' | 'people')[]
}

/** `removed_by_people`, `used`, `not_publishable` and `rule`: why a record stays as it is. */
export type Reason = 'removed_by_people' | 'unpublish' | 'delete' | 'used' | 'not_publishable' | 'rule'

/** A record that an earlier import of the source had. */
export interface Known {
  recordId: string
  base: Base
  gone: Gone | null
  /** Null when the record does not exist. */
  current: AnyRecord | null
}

/** A record of the file, with ids for references. */
export interface Incoming {
  kind: string
  key: string
  at: string
  fields: Fields
}

/** What happens to a record of the file; undefined when there is nothing to do and nothing to list. */
export function planRecord(incoming: Incoming, known: Known | undefined, newId: () => string): PlanRow | undefined {
  const { kind: name, key, at } = incoming
  const kind = kindNamed(name)
  const row = (recordId: string, action: Action, detail: RowDetail): PlanRow => {
    const title = titleOf(incoming.fields) ?? titleOf(known?.current ?? {})
    return { kind: name, key, recordId, action, title, detail: { at, ...detail } }
  }
  if (!known) return row(newId(), 'create', { incoming: incoming.fields })
  const { recordId, base, gone, current } = known
  if (!current && gone === null) return row(recordId, 'none', { reason: 'removed_by_people' })
  const changeable = changeableFields(kind, incoming.fields)
  const fields = current ? mergeFields(onlyOf(kind, base), current, changeable) : {}
  if (gone !== null) return row(recordId, 'restore', { incoming: incoming.fields, fields })
  const outcomes = new Set(Object.values(fields).map(({ outcome }) => outcome))
  const action = outcomes.has('conflict') ? 'conflict' : outcomes.has('take') ? 'update' : 'none'
  const hasNews = isNews(onlyOf(kind, base), changeable)
  if (action === 'none' && outcomes.size === 0 && !hasNews) return undefined
  return row(recordId, action, { incoming: incoming.fields, fields, ...(hasNews && { hasNews }) })
}

/** A record that the file no longer has. */
export interface Missing {
  kind: string
  key: string
  recordId: string
  title: string | null
  status: string | null
  /** Whether content of others refers to it. */
  isUsed: boolean
}

/** What happens to a record that the source no longer has. */
export function planGone({ status, isUsed, ...missing }: Missing, rule: GoneRule): PlanRow {
  const row = (action: Action, reason: Reason): PlanRow => ({ ...missing, action, detail: { reason } })
  if (isUsed) return row('none', 'used')
  if (rule === 'keep') return row('none', 'rule')
  if (rule === 'delete') return row('remove', 'delete')
  return status === 'published' ? row('remove', 'unpublish') : row('none', 'not_publishable')
}

/** Fields that are set once are left alone afterwards. */
export const changeableFields = (kind: Kind, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !kind.fields[name]?.immutable))

/** The base without fields that the kind no longer has, or that are set once. */
export const onlyOf = (kind: Kind, base: Base): Base => ({
  ...base,
  said: Object.fromEntries(
    Object.entries(base.said).filter(([name]) => kind.fields[name] && !kind.fields[name].immutable),
  ),
})

const titleOf = ({ title }: Fields): string | null =>
  typeof title === 'string' ? [...title].slice(0, 300).join('') : null

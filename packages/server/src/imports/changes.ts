import { invalid } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { listImportChanges } from '../store/imports/changes.ts'
import type { FieldMerge } from './merge.ts'
import type { RowDetail } from './plan.ts'

export interface ChangesRequest {
  kind: string | null
  action: string | null
  cursor: string | null
  limit: number
}

/** A record of the plan, as people see it. */
export interface ShownChange {
  kind: string
  key: string
  recordId: string
  action: string
  title: string | null
  /** The place in the file. */
  at: string | null
  reason: string | null
  fields: ShownField[]
  proposals: { recordId: string; title: string | null; shared: string[] }[]
}

export interface ShownField {
  name: string
  base: unknown
  current: unknown
  incoming: unknown
  outcome: string
}

export interface ChangesPage {
  data: ShownChange[]
  next: string | null
  has_more: boolean
}

/** A page of the plan of an import. */
export async function readChanges(
  db: Queryable,
  broadcastId: string,
  importId: string,
  { kind, action, cursor, limit }: ChangesRequest,
): Promise<ChangesPage> {
  const after = cursor === null ? -1 : Number(cursor)
  if (!Number.isSafeInteger(after) || after < -1 || after > 2_147_483_647)
    throw invalid('?cursor', 'format', 'must be the `next` of the page before')
  const rows = await listImportChanges(db, broadcastId, importId, { kind, action, after, limit: limit + 1 })
  const data = rows.slice(0, limit).map(({ detail, applied: _, position: __, ...row }): ShownChange => {
    const { at, reason, incoming = {}, fields = {}, proposals = [] }: RowDetail = JSON.parse(detail)
    const shown = shownFields(row.action, incoming, fields)
    return { ...row, at: at ?? null, reason: reason ?? null, fields: shown, proposals }
  })
  const hasMore = rows.length > limit
  return { data, next: hasMore ? String(rows[limit - 1]?.position) : null, has_more: hasMore }
}

function shownFields(
  action: string,
  incoming: Record<string, unknown>,
  fields: Record<string, FieldMerge>,
): ShownField[] {
  if (action === 'create')
    return Object.entries(incoming).map(([name, value]) => ({
      name,
      base: null,
      current: null,
      incoming: cut(value),
      outcome: 'take',
    }))
  return Object.entries(fields).map(([name, { base, current, outcome }]) => ({
    name,
    base: cut(base),
    current: cut(current),
    incoming: cut(incoming[name]),
    outcome,
  }))
}

/** Long texts are shortened; the record and the file have them whole. */
function cut(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxShown) return `${value.slice(0, maxShown)}…`
  return value ?? null
}

const maxShown = 2_000

import {
  byteOrderMark,
  type Condition,
  csvLine,
  defaultSort,
  type Kind,
  queryValues,
  type Scalar,
  type ShownRecord,
  type SortStep,
} from '@marquee/model'
import { type Clock, isoNow } from '../base/clock.ts'
import { Slices } from '../base/turns.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Queryable } from '../store/db.ts'
import { pageOfRecords } from '../store/records/records.ts'
import { type Column, columnsOf } from './csv.ts'
import { localize } from './localize.ts'
import { ruleOf } from './rules/index.ts'

export interface TableRequest {
  where: Condition | null
  order: SortStep[] | null
  locale: string | undefined
  fields: string[] | undefined
  withMark: boolean
}

/** An export of personal data adds an entry to the audit log before its first line. */
export async function exportTable(
  { db, clock }: { db: Db; clock: Clock },
  broadcastId: string,
  kind: Kind,
  actor: Actor,
  request: TableRequest,
): Promise<AsyncGenerator<string>> {
  if (kind.area !== 'content') {
    const details = { kind: kind.name, format: 'csv' }
    await appendAudit(db, { action: 'people.listed', broadcastId, actor, details, at: isoNow(clock) })
  }
  return exportRecords(db, broadcastId, kind, request)
}

/**
 * All matching records as CSV, a page at a time: no connection is occupied while the reader is slow, and each page starts after
 * the sort values of the last record, which may have been deleted by then.
 */
async function* exportRecords(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  request: TableRequest,
): AsyncGenerator<string> {
  const columns = await tableColumns(db, broadcastId, kind, request)
  const order = request.order ?? defaultSort(kind)
  const slices = new Slices()
  let after: Scalar[] | null = null
  let text = `${request.withMark ? byteOrderMark : ''}${csvLine(columns.map(({ name }) => name))}`
  for (let isMore = true; isMore; ) {
    const page: { bodies: string[]; hasMore: boolean } = await pageOfRecords(db, broadcastId, kind, {
      where: request.where,
      order,
      after,
      limit: pageSize,
      skip: 0,
      maxBytes: pageBytes,
    })
    let last: ShownRecord | undefined
    for (const body of page.bodies) {
      await slices.spend(body.length)
      const record: ShownRecord = JSON.parse(body)
      last = record
      const shown = request.locale ? localize(kind, record, request.locale) : record
      text += csvLine(columns.map(({ cellIn }) => cellIn(shown)))
    }
    yield text
    text = ''
    isMore = page.hasMore
    if (last) after = sortValues(kind, last, order)
  }
}

/** The declared columns; a kind can replace those of a field by its own. */
async function tableColumns(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  { where, fields }: TableRequest,
): Promise<Column[]> {
  const declared = columnsOf(kind, fields)
  const own = await ruleOf(kind).columns?.({ db, broadcastId, kind, where })
  return own ? declared.flatMap((column) => (column.name === own.field ? own.columns : [column])) : declared
}

function sortValues(kind: Kind, record: ShownRecord, order: SortStep[]): Scalar[] {
  const values = queryValues(kind, record)
  return order.map(({ field }) => (field.name === '_id' ? record._id : ((values[field.name] ?? null) as Scalar)))
}

const pageSize = 500
const pageBytes = 4_194_304

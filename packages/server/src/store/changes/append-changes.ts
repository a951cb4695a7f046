import type { Kind } from '@marquee/model'
import { notFound } from '../../base/errors.ts'
import { Lists } from '../binary-list.ts'
import type { Tx } from '../db.ts'
import { textOf } from '../records/record-rows.ts'
import { bufferedFailure, bufferOf, type WaitingSql } from '../records/write-buffer.ts'
import { type Columns, inStatements, insertRows, rowsSql } from '../rows-sql.ts'
import { join, raw, type Sql, sql } from '../sql.ts'
import type { Actor, Change, Counters } from './changes.ts'

export interface AuthoredChange {
  change: Change
  actor: Actor
  at: string
}

export interface AppendOptions {
  /** Whether the statement may commit, which then refuses itself when a kind gets too many records. */
  isLast: boolean
  /** How many records of a kind there may be. */
  limitOf(kind: Kind): number
}

/** Numbers changes and updates the counters of the broadcast. Writes of records that wait are part of the statement. */
export async function appendChanges(
  tx: Tx,
  broadcastId: string,
  authored: AuthoredChange[],
  options: AppendOptions,
): Promise<Counters> {
  if (tx.isDivided()) return appendApart(tx, broadcastId, authored)
  let counters: Counters | undefined
  let done = 0
  for await (const some of inStatements(authored, ({ change }) => (change.record ? textOf(change.record).length : 0))) {
    // The first statement updates the counter for all of them, and so locks it once.
    if (!counters) {
      const isLast = options.isLast && some.length === authored.length
      counters = await moveCounters(tx, broadcastId, authored, some, { ...options, isLast })
    } else {
      const before = counters.sequence - authored.length + done
      await tx.query(logSql(broadcastId, some, sql`(select ${before}::bigint as before) counter`))
    }
    done += some.length
  }
  if (!counters) throw new Error('nothing was changed')
  return counters
}

/** The same where content is divided: each statement is one that a shard can run. Limits are checked afterwards. */
async function appendApart(tx: Tx, broadcastId: string, authored: AuthoredChange[]): Promise<Counters> {
  const [row] = await tx.query<CounterRow>(counterSql(broadcastId, authored, raw('')))
  if (!row) throw notFound()
  const first = row.last_sequence - authored.length + 1
  const numbered = authored.map((one, place) => ({ ...one, sequence: first + place }))
  for await (const some of inStatements(numbered, ({ change }) => (change.record ? textOf(change.record).length : 0)))
    await insertRows(tx, 'changes', some, {
      broadcast_id: ['text', () => broadcastId],
      sequence: ['bigint', ({ sequence }) => sequence],
      kind: ['text', ({ change }) => change.kind.name],
      record_id: ['text', ({ change }) => change.id],
      operation: ['text', ({ change }) => change.operation],
      body: ['json', ({ change }) => change.record && textOf(change.record)],
      fields: ['text[]', ({ change }) => change.fields],
      event_types: ['text[]', ({ change }) => change.eventTypes],
      actor: ['json', ({ actor }) => JSON.stringify(actor)],
      at: ['timestamptz', ({ at }) => at],
    })
  return { sequence: row.last_sequence, counts: JSON.parse(row.counts) }
}

async function moveCounters(
  tx: Tx,
  broadcastId: string,
  authored: AuthoredChange[],
  first: AuthoredChange[],
  { isLast, limitOf }: AppendOptions,
): Promise<Counters> {
  const buffer = bufferOf(tx)
  const lists = new Lists()
  const waiting = buffer?.take(broadcastId, lists)
  const commits = isLast && !buffer?.hasWaiting()
  const added = countsAdded(authored)
  const counter = counterSql(broadcastId, authored, afterSql(waiting))
  const statement = sql`
    with ${partsSql(waiting)}counter as (${counter}), logged as (${logSql(broadcastId, first, raw('counter'), lists)})
    ${commits ? guardedSql(added, limitOf) : raw('select last_sequence, counts from counter')}`
  const ask = () => (commits ? tx.last<CounterRow>(statement) : tx.query<CounterRow>(statement))
  const [row] = await ask().catch((error: unknown) => {
    throw waiting || commits ? bufferedFailure(error) : error
  })
  if (!row) throw waiting ? bufferedFailure(notFound()) : notFound()
  buffer?.movedCounter(broadcastId, row.last_sequence - authored.length, row.last_sequence)
  return { sequence: row.last_sequence, counts: JSON.parse(row.counts) }
}

/** Numbers changes, and counts the records that they add. */
function counterSql(broadcastId: string, authored: AuthoredChange[], condition: Sql): Sql {
  const counted = countsAdded(authored)
    .filter(({ delta }) => delta !== 0)
    .map(
      ({ kind, delta }) =>
        sql`${kind.name}::text, coalesce((counts ->> ${kind.name}::text)::bigint, 0) + ${delta}::bigint`,
    )
  return sql`
    update broadcasts set last_sequence = last_sequence + ${authored.length}::bigint
      ${counted.length > 0 ? sql`, counts = counts || jsonb_build_object(${join(counted, ', ')})` : raw('')}
    where id = ${broadcastId}${condition}
    returning last_sequence, counts, last_sequence - ${authored.length}::bigint as before`
}

interface CounterRow {
  last_sequence: number
  counts: string
}

interface Added {
  kind: Kind
  delta: number
  hasNew: boolean
}

/** By how much the number of records of each kind changes. */
function countsAdded(authored: AuthoredChange[]): Added[] {
  const byKind = new Map<string, Added>()
  for (const { change } of authored) {
    const { kind, operation } = change
    if (operation !== 'create' && operation !== 'delete') continue
    const added = byKind.get(kind.name) ?? { kind, delta: 0, hasNew: false }
    byKind.set(kind.name, added)
    added.delta += operation === 'create' ? 1 : -1
    added.hasNew ||= operation === 'create'
  }
  return [...byKind.values()]
}

const partsSql = (waiting: WaitingSql | undefined) => sql`
  ${waiting?.categories ? sql`locked as materialized (${waiting.categories.sql}), ` : raw('')}
  ${waiting?.inserts ? sql`inserted as (${waiting.inserts} returning 1), ` : raw('')}
  ${waiting?.updates ? sql`updated as (${waiting.updates.sql} returning 1), ` : raw('')}`

/**
 * Reading their results makes the writes of records run before the counter is locked, as between transactions with more statements.
 * If an optimistic read was outdated, the counter is not updated, which fails the statement.
 */
const afterSql = (waiting: WaitingSql | undefined) => sql`
  ${waiting?.categories ? sql` and (select count(*) from locked) = ${waiting.categories.count}::bigint` : raw('')}
  ${waiting?.inserts ? raw(' and (select count(*) from inserted) >= 0') : raw('')}
  ${waiting?.updates ? sql` and (select count(*) from updated) = ${waiting.updates.count}::bigint` : raw('')}`

/**
 * Divides by zero, and so rolls back, when the broadcast is gone or has too many records. Run again in a transaction of several
 * statements, the write gets its proper error.
 */
function guardedSql(added: Added[], limitOf: AppendOptions['limitOf']): Sql {
  const rooms = added
    .filter(({ hasNew, kind }) => hasNew && limitOf(kind) < Number.POSITIVE_INFINITY)
    .map(({ kind }) => sql` and (counts ->> ${kind.name}::text)::bigint <= ${limitOf(kind)}::bigint`)
  return sql`
    select (select last_sequence from counter) as last_sequence, (select counts from counter) as counts,
      1 / (select count(*) from counter where true${join(rooms, '')}) as has_room`
}

/** Appends changes to the log, numbered after `counter.before`. */
function logSql(broadcastId: string, authored: AuthoredChange[], counter: Sql, lists?: Lists): Sql {
  return sql`
      insert into changes (broadcast_id, sequence, kind, record_id, operation, body, fields, event_types, actor, at)
      select ${broadcastId}, counter.before + c.place::bigint, c.kind, c.record_id, c.operation, c.body,
        coalesce(string_to_array(c.fields, ' '), '{}'), coalesce(string_to_array(c.event_types, ' '), '{}'), c.actor,
        c.at::timestamptz
      from ${counter}, ${rowsSql('c', authored, loggedColumns, lists)}`
}

/** In the types whose lists are sent as bytes. */
const loggedColumns: Columns<AuthoredChange> = {
  kind: ['text', ({ change }) => change.kind.name],
  record_id: ['text', ({ change }) => change.id],
  operation: ['text', ({ change }) => change.operation],
  body: ['json', ({ change }) => change.record && textOf(change.record)],
  fields: ['text', ({ change }) => change.fields.join(' ') || null],
  event_types: ['text', ({ change }) => change.eventTypes.join(' ') || null],
  actor: ['json', ({ actor }) => JSON.stringify(actor)],
  at: ['text', ({ at }) => at],
  place: ['text', (_, index) => String(index + 1)],
}

import type { BenchDatabase, Statement } from './database.ts'
import { dayStartMs, type ListQuery, type Order } from './list-mix.ts'
import type { Programme } from './programme.ts'

/**
 * The sessions of a broadcast as someone would store them who needs nothing else: a table with typed columns, an index for each
 * filter in the order of its list, and a count that is kept for each list without times. It is a yardstick that shares no
 * statement with the service.
 */
export async function createTypedTable(database: BenchDatabase, broadcastId: string): Promise<void> {
  for (const statement of [
    'drop schema if exists bench cascade',
    'create schema bench',
    `create table bench.sessions (
       id text primary key, status text not null, title text collate "C" not null,
       starts timestamptz not null, ends timestamptz not null, category text, place text, body text not null)`,
  ])
    await database.query(statement)
  await database.query(
    `insert into bench.sessions
     select id, body ->> 'status', body ->> 'title', (body #>> '{time,start}')::timestamptz,
       (body #>> '{time,end}')::timestamptz, body #>> '{categoryIds,0}', body ->> 'interestPointId', body::text
     from records where broadcast_id = $1 and kind = 'broadcastSession'`,
    [broadcastId],
  )
  for (const statement of [
    'create index on bench.sessions (status, starts, id, ends)',
    'create index on bench.sessions (status, category, starts, id)',
    'create index on bench.sessions (status, category, title, id, starts)',
    'create index on bench.sessions (status, place, starts, id)',
    `create table bench.counts (
       status text not null, category text not null, place text not null, total integer not null,
       primary key (status, category, place))`,
    // Zero-length texts mean all of them.
    `insert into bench.counts
     select coalesce(status, ''), coalesce(category, ''), coalesce(place, ''), count(*)
     from bench.sessions group by grouping sets ((), (status), (status, category), (status, place))`,
    'vacuum analyze bench.sessions',
  ])
    await database.query(statement)
}

/** A page and its total in one statement: the kept count, or with times a count of the index. */
export function typedStatement({ categories, placeIds }: Programme, query: ListQuery): Statement {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const status = query.withDrafts ? '' : 'published'
  const category = query.category === undefined ? '' : (categories[query.category]?.id ?? '')
  const place = query.place === undefined ? '' : (placeIds[query.place] ?? '')
  const [from, before] = query.day === undefined ? [query.from, undefined] : dayOf(query.day)
  const conditions = [
    ...(status ? [`status = ${given(status)}`] : []),
    ...(category ? [`category = ${given(category)}`] : []),
    ...(place ? [`place = ${given(place)}`] : []),
    ...(from === undefined ? [] : [`starts >= ${given(from)}`]),
    ...(before === undefined ? [] : [`starts < ${given(before)}`]),
    ...(query.to === undefined ? [] : [`ends <= ${given(query.to)}`]),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const hasTimes = from !== undefined || query.to !== undefined
  const page = `select id from bench.sessions ${where} order by ${orders[query.order]}
    limit ${given(query.limit)} offset ${given(query.offset)}`
  const total = hasTimes
    ? `select count(*) from bench.sessions ${where}`
    : `select total from bench.counts
       where status = ${given(status)} and category = ${given(category)} and place = ${given(place)}`
  const text = `select (${total})::integer as total, body from (${page}) page join bench.sessions using (id)
    order by ${orders[query.order]}`
  // The text depends on these alone.
  const used = [status, category, place, query.day, query.from, query.to].map((value) => (value ? 1 : 0))
  return { name: `typed ${used.join('')} ${query.order}`, text, values }
}

const orders: Record<Order, string> = {
  start: 'starts, id',
  'latest start': 'starts desc, id desc',
  title: 'title, id',
  newest: 'id desc',
}

function dayOf(day: string): [string, string] {
  const startMs = Date.parse(day) + dayStartMs
  return [new Date(startMs).toISOString(), new Date(startMs + 24 * 3_600_000).toISOString()]
}

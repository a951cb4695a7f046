import type { BenchDatabase } from './database.ts'
import { eventOf, pageOf } from './seed.ts'
import type { BenchBroadcast } from './service.ts'

/** The placeholder in a template for the number of its copy. */
const numberMark = '@number@'
/** Ids of copies have a prefix for their broadcast, then the kind and number. */
const wordOf = (broadcast: number) => `6a${broadcast.toString(16).padStart(10, '0')}`

/** Creates a session through the service and copies it with SQL up to `count`. They start five minutes apart. */
export async function fillSessions(database: BenchDatabase, broadcast: BenchBroadcast, count: number): Promise<void> {
  const { category: _, ...event } = eventOf(0)
  const model = await create(broadcast, '/v1/events', { ...event, title: `Concert ${numberMark}` })
  await copy(database, { broadcast, kind: 'broadcastSession', mark: 'a', modelId: model.id, count: count - 1 })
}

/** The same for pages. */
export async function fillPages(database: BenchDatabase, broadcast: BenchBroadcast, count: number): Promise<void> {
  const page = { ...pageOf(1), title: `Page ${numberMark}` }
  const model = await create(broadcast, `${broadcast.path}/broadcastPages`, page)
  await copy(database, { broadcast, kind: 'broadcastPage', mark: 'b', modelId: model._id, count: count - 1 })
}

async function create(broadcast: BenchBroadcast, path: string, body: object) {
  const answer = await broadcast.call('POST', path, body)
  if (answer.status !== 201) throw new Error(`a template was refused: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The ids of copied sessions, oldest first. */
export const sessionIds = (count: number) => Array.from({ length: count - 1 }, (_, index) => idOf('a', index + 1))

const idOf = (mark: string, number: number) => `${wordOf(0)}${mark}${number.toString(16).padStart(11, '0')}`

async function copy(
  database: BenchDatabase,
  from: { broadcast: BenchBroadcast; kind: string; mark: string; modelId: string; count: number },
): Promise<void> {
  const { broadcast, kind, mark, modelId, count } = from
  const own = (text: string) => `replace(replace(replace(replace(${text}, model.id, new.id),
    '${numberMark}', lpad(n::text, 6, '0')), '${eventOf(0).start_time}', new.start), '${eventOf(0).end_time}', new.end)`
  const columns = await copiedColumns(database, 'records', {
    id: 'new.id',
    body: `${own('model.body::text')}::json`,
    keys: `${own('model.keys::text')}::jsonb`,
  })
  await database.query(
    `insert into records (${columns.names}) select ${columns.values}
     from generate_series(1, $4::integer) n
       cross join lateral (select $5 || lpad(to_hex(n), 11, '0') as id, ${startSql('n')} as start, ${startSql('n + 12')} as end) new
       cross join records model
     where model.broadcast_id = $1 and model.kind = $2 and model.id = $3`,
    [broadcast.broadcastId, kind, modelId, count, `${wordOf(0)}${mark}`],
  )
  await database.query(
    'update broadcasts set counts = counts || jsonb_build_object($2::text, (counts ->> $2)::integer + $3::integer) where id = $1',
    [broadcast.broadcastId, kind, count],
  )
}

const startSql = (steps: string) =>
  `to_char(timestamp '2027-07-01' + (${steps}) * interval '5 minutes', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`

/** Copies a whole broadcast up to `count`, with new ids for all its records. */
export async function copyBroadcast(database: BenchDatabase, broadcastId: string, count: number): Promise<void> {
  const broadcasts = await copiedColumns(database, 'broadcasts', {
    id: 'new.id',
    pruned_through: 'model.last_sequence',
  })
  await database.query(
    `insert into broadcasts (${broadcasts.names}) select ${broadcasts.values}
     from ${otherBroadcasts} cross join broadcasts model where model.id = $1`,
    [broadcastId, 1, count - 1],
  )
  const own = (text: string) => `replace(replace(${text}, '${wordOf(0)}', new.word), $1, new.id)`
  const records = await copiedColumns(database, 'records', {
    broadcast_id: 'new.id',
    id: own('model.id'),
    body: `${own('model.body::text')}::json`,
    keys: `${own('model.keys::text')}::jsonb`,
  })
  const statement = `insert into records (${records.names}) select ${records.values}
    from ${otherBroadcasts} cross join records model where model.broadcast_id = $1 and model.kind <> 'broadcastDiffuser'`
  // A website has an address of its own, so channels are not copied.
  // Two halves in parallel, because there are at least two cores.
  const pool = database.pool(2)
  const half = Math.floor(count / 2)
  await withoutIndexes(database, 'records', async () => {
    await Promise.all([
      pool.query(statement, [broadcastId, 1, half]),
      pool.query(statement, [broadcastId, half + 1, count - 1]),
    ])
  })
}

/** Each broadcast with its id, and the prefix of the ids of its records. */
const otherBroadcasts = `generate_series($2::integer, $3::integer) b
  cross join lateral (select '6a' || lpad(to_hex(b), 10, '0') as word, '6b' || lpad(to_hex(b), 22, '0') as id) new`

/** The columns of a table and their values in a copy: those of the template, except for the given ones. */
async function copiedColumns(database: BenchDatabase, table: string, own: Record<string, string>) {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return {
    names: rows.map(({ name }) => name).join(', '),
    values: rows.map(({ name }) => own[name] ?? `model.${name}`).join(', '),
  }
}

/** Creating indexes afterwards is faster than updating them row by row. */
async function withoutIndexes(database: BenchDatabase, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await database.query(definition)
}

/** Brings the database to the state some time after such a load: analyzed, vacuumed and checkpointed. */
export async function settle(database: BenchDatabase): Promise<void> {
  await database.query('vacuum (analyze)')
  await database.query('checkpoint')
}

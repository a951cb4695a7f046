import { randomBytes } from 'node:crypto'
import type { BenchDatabase } from './database.ts'

/**
 * New sessions in tables that know nothing of the service: a row with typed columns and four indexes, a row in a log that is
 * numbered without gaps, and a kept count. All rows of a transaction are one statement with arrays, and so one round trip.
 */
export async function plainInserts(
  database: BenchDatabase,
  bodies: string[],
  { connections, perCommit }: { connections: number; perCommit: number },
): Promise<(durationMs: number) => Promise<{ perSecond: number }>> {
  for (const statement of tables) await database.query(statement)
  const pool = database.pool(connections)
  let number = 0
  const rows = () => Array.from({ length: perCommit }, () => rowOf(number++, bodies))
  return async (durationMs) => {
    let count = 0
    const startedAt = performance.now()
    const work = async () => {
      while (performance.now() - startedAt < durationMs) {
        const columns = rows()
        const values = columnNames.map((name) => columns.map((row) => row[name]))
        await pool.query({ name: 'plain insert', text: insertText, values })
        count += perCommit
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    return { perSecond: (count * 1_000) / (performance.now() - startedAt) }
  }
}

const columnNames = ['id', 'title', 'starts', 'ends', 'body'] as const

function rowOf(number: number, bodies: string[]): Record<(typeof columnNames)[number], string> {
  const startMs = Date.UTC(2027, 6, 1) + (number % 1_000) * 300_000
  return {
    id: randomBytes(12).toString('hex'),
    title: `Concert ${number}`,
    starts: new Date(startMs).toISOString(),
    ends: new Date(startMs + 3_600_000).toISOString(),
    body: bodies[number % bodies.length] ?? '',
  }
}

const tables = [
  'drop schema if exists inserts cascade',
  'create schema inserts',
  `create table inserts.sessions (
     id text primary key, status text not null, title text collate "C" not null,
     starts timestamptz not null, ends timestamptz not null, category text, place text, body text not null)`,
  'create index on inserts.sessions (status, starts, id, ends)',
  'create index on inserts.sessions (status, category, starts, id)',
  'create index on inserts.sessions (status, title, id)',
  'create index on inserts.sessions (status, place, starts, id)',
  'create table inserts.changes (sequence bigint primary key, session text not null, body text not null, at timestamptz)',
  'create table inserts.counters (name text primary key, total bigint not null)',
  "insert into inserts.counters values ('sessions', 0)",
]

const insertText = `
  with new as (
    select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[])
      with ordinality as row (id, title, starts, ends, body, place)
  ), inserted as (
    insert into inserts.sessions (id, status, title, starts, ends, body)
    select id, 'published', title, starts, ends, body from new
  ), counter as (
    update inserts.counters set total = total + (select count(*) from new) where name = 'sessions' returning total
  )
  insert into inserts.changes (sequence, session, body, at)
  select counter.total - (select count(*) from new) + new.place, new.id, new.body, now() from new, counter`

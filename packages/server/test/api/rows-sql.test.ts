import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Db, openDb } from '../../src/store/db.ts'
import { rowsSql } from '../../src/store/rows-sql.ts'
import { sql } from '../../src/store/sql.ts'
import { newDatabase } from '../support/database.ts'
import { nastyStrings } from '../support/nasty-strings.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let db: Db
before(async () => {
  database = await newDatabase()
  db = openDb(database.url, { maxConnections: 1 })
})
after(async () => {
  await db.close()
  await database.drop()
})

interface Row {
  place: number
  plain: string | null
  stored: string | null
  keys: string | null
  is_even: boolean
}

/** The rows as the database reads them. */
const read = (rows: Row[]) =>
  db.query<Row>(sql`
    select place, plain, stored, keys, is_even from ${rowsSql('r', rows, {
      place: ['bigint', ({ place }) => place],
      plain: ['text', ({ plain }) => plain],
      stored: ['json', ({ stored }) => stored],
      keys: ['jsonb', ({ keys }) => keys],
      is_even: ['boolean', (row) => row.is_even],
    })} order by place`)

const rowOf = (plain: string | null, place: number): Row => {
  const json = plain === null ? null : JSON.stringify({ text: plain })
  return { place, plain, stored: json, keys: json === null ? null : json.replace(':', ': '), is_even: place % 2 === 0 }
}

test('rows of a list arrive as they were sent: every text, null, JSON, number and boolean', async () => {
  const rows = [null, ...nastyStrings(), '', null].map(rowOf)
  assert.deepEqual(await read(rows), rows)
})

test('a list of one row, and one without rows, arrive too', async () => {
  for (const rows of [[rowOf('"\\{,}', 0)], [rowOf(null, 0)], []]) assert.deepEqual(await read(rows), rows)
})

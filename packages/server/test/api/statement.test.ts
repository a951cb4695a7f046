import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db, Tx } from '../../src/store/db.ts'
import { isDatabaseError } from '../../src/store/failures.ts'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let db: Db
before(async () => {
  service = await startService()
  db = service.platform.db
})
after(() => service.stop())

/** The transaction that a statement runs in. */
const transactionOf = async (tx: Pick<Tx, 'query'>) => {
  const [row] = await tx.query<{ id: string }>(sql`select txid_current()::text as id`)
  return row?.id
}

const insertion = (name: string) => sql`insert into rate_windows (subject, window_start, taken) values (${name}, 0, 1)`
const countOf = async (name: string) => {
  const [row] = await service.platform.control.query<{ count: number }>(
    sql`select count(*) as count from rate_windows where subject = ${name}`,
  )
  return row?.count
}

test('rows have the types of their columns, also when the statement runs again', async () => {
  const statement = () =>
    db.query(sql`
    select 7::bigint as big, 1.5::float8 as number, true as yes, null::text as nothing, '{"a": 1}'::json as json,
      ${'ünï "quoted"'}::text as text, ${['a', 'b,c']}::text[] as list, ${new Date(0)}::timestamptz as at`)
  const expected = {
    big: 7,
    number: 1.5,
    yes: true,
    nothing: null,
    json: '{"a": 1}',
    text: 'ünï "quoted"',
    list: ['a', 'b,c'],
    at: new Date(0),
  }
  for (let times = 0; times < 3; times++) assert.deepEqual(await statement(), [expected])
  assert.deepEqual(await db.query(sql`select 1 as one where false`), [])
})

test('the statements of a transaction are in one, and the next one is another', async () => {
  const ids = () => db.transaction(async (tx) => [await transactionOf(tx), await transactionOf(tx)])
  const [[one, two], [three]] = [await ids(), await ids()]
  assert.equal(one, two)
  assert.notEqual(one, three)
})

test('concurrent first statements begin one transaction', async () => {
  const ids = await db.transaction((tx) => Promise.all([transactionOf(tx), transactionOf(tx), transactionOf(tx)]))
  assert.equal(new Set(ids).size, 1)
})

test('a transaction whose first statement is refused leaves nothing open', async () => {
  for (let times = 0; times < 3; times++) {
    const refused = db.transaction((tx) => tx.query(sql`select 1 / ${0}::int as none`))
    await assert.rejects(refused, isDatabaseError)
  }
  const ids = await Promise.all(Array.from({ length: 20 }, () => transactionOf(db)))
  assert.equal(new Set(ids).size, 20)
})

test('a first statement that the server cannot parse leaves the next one in a transaction', async () => {
  const names = ['after an unknown table', 'after a known one']
  const refused = service.platform.control.transaction(async (tx) => {
    await tx.query(sql`select 1 from no_such_table`).catch(() => {})
    for (const name of names) await tx.query(insertion(name))
  })
  await assert.rejects(refused, isDatabaseError)
  assert.deepEqual(await Promise.all(names.map(countOf)), [0, 0])
})

test('the last statement commits what was written before it', async () => {
  const { control } = service.platform
  const [before, last] = ['before the last', 'the last']
  await control.transaction(async (tx) => {
    await tx.query(insertion(before))
    await tx.last(insertion(last))
  })
  assert.deepEqual([await countOf(before), await countOf(last)], [1, 1])
})

test('a last statement that is refused commits nothing', async () => {
  const { control } = service.platform
  const [before, last] = ['before a refused one', 'refused']
  const refused = control.transaction(async (tx) => {
    await tx.query(insertion(before))
    await tx.last(sql`insert into rate_windows (subject, window_start, taken) values (${last}, 0, 1 / ${0}::int)`)
  })
  await assert.rejects(refused, isDatabaseError)
  assert.deepEqual([await countOf(before), await countOf(last)], [0, 0])
})

test('a last statement that is the only one is its own transaction', async () => {
  await service.platform.control.transaction((tx) => tx.last(insertion('alone')))
  assert.equal(await countOf('alone'), 1)
})

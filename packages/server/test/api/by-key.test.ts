import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import type { Tx } from '../../src/store/db.ts'
import { byKeySql } from '../../src/store/records/by-key.ts'
import { updateSqlFor } from '../../src/store/records/record-rows.ts'
import { raw, type Sql, sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { touchedBy, undone } from '../support/plans.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const kind = kinds.broadcastSession
const own = 2_000
const some = 12
const idOf = (number: number) => number.toString(16).padStart(24, '0')

/** A programme that PostgreSQL takes for as small as thousands of others. It is rolled back. */
async function amongSmallOnes(work: (tx: Tx) => Promise<void>): Promise<void> {
  const rows = (broadcastId: Sql, count: number) => sql`
    insert into records (broadcast_id, kind, id, body, keys)
    select ${broadcastId}, ${kind.name}, lpad(to_hex(number), 24, '0'), '{}', '{}' from generate_series(1, ${count}::integer) as number`
  await undone(service.platform.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(rows(sql`lpad(to_hex(number % 3000), 24, 'f')`, 30_000))
    await tx.query(sql`analyze records`)
    await tx.query(rows(sql`${tenant.broadcastId}`, own))
    await work(tx)
  })
}

test(
  'a few records of a programme beside many others are locked and changed without reading all of it',
  inOnePlace,
  async () => {
    const ids = Array.from({ length: some }, (_, index) => idOf((index + 1) * 150))
    const keys = ids.map((id) => ({ kind: kind.name, id }))
    const writes = ids.map((_id) => ({ kind, record: { _id, _type: kind.name, _reference: null, title: 'Moved' } }))
    await amongSmallOnes(async (tx) => {
      const { broadcastId } = tenant
      const locked = await touchedBy(tx, byKeySql(broadcastId, keys, 'kind, id', raw('for update')))
      assert.ok(locked <= 10 * some, `${locked} rows to lock ${some}`)
      const changed = await touchedBy(tx, updateSqlFor(tx)(broadcastId, writes as never))
      assert.ok(changed <= 10 * some, `${changed} rows to change ${some}`)
      const [row] = await tx.query<{ count: number }>(
        sql`select count(*) as count from records where broadcast_id = ${broadcastId} and body ->> 'title' = 'Moved'`,
      )
      assert.equal(row?.count, some)
    })
  },
)

test('records are found by key once each, in the order of their locks', async () => {
  const create = async (title: string) =>
    (await tenant.api('POST', `${tenant.path}/broadcastPages`, { title })).body._id as string
  const ids = [await create('One'), await create('Two')]
  const asked = [ids[1], idOf(1), ids[0], ids[1]].map((id) => ({ kind: 'broadcastPage', id: id ?? '' }))
  const found = await service.platform.db.query<{ id: string }>(byKeySql(tenant.broadcastId, asked, 'id'))
  assert.deepEqual(
    found.map(({ id }) => id),
    ids.toSorted(),
  )
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds, parseSort } from '@marquee/model'
import type { Tx } from '../../src/store/db.ts'
import { listRecords } from '../../src/store/records/records.ts'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { undone } from '../support/plans.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const kind = kinds.broadcastSession
const own = 5_000
const others = 300

/** Sessions of broadcasts, a minute apart. */
async function addSessions(tx: Tx, broadcastIds: string[], count: number): Promise<void> {
  await tx.query(sql`
    insert into records (broadcast_id, kind, id, body, keys)
    select broadcast_id, ${kind.name}, lpad(to_hex(number), 24, '0'), '{}',
      jsonb_build_object('time.start', to_char(timestamp '2027-07-01' + number * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
    from unnest(${broadcastIds}::text[]) as broadcast_id, generate_series(1, ${count}::integer) as number`)
}

/** The number of records that the transaction has read. */
async function countRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relid = 'records'::regclass`)
  return row?.count ?? Number.NaN
}

test(
  'a list of a large programme beside many small ones reads its page alone, however often it is asked for',
  inOnePlace,
  async () => {
    const order = parseSort(kind, { 'time.start': 'asc' })
    await undone(service.platform.db, async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      await addSessions(tx, [tenant.broadcastId], own)
      await addSessions(
        tx,
        Array.from({ length: others }, (_, index) => `f${String(index).padStart(23, '0')}`),
        20,
      )
      await tx.query(sql`analyze records`)
      for (let time = 1; time <= 12; time++) {
        const before = await countRead(tx)
        const page = await listRecords(tx, tenant.broadcastId, kind, {
          where: null,
          order,
          after: null,
          limit: 20,
          skip: 0,
        })
        assert.equal(page.bodies.length, 20)
        const read = (await countRead(tx)) - before
        assert.ok(read < own / 10, `${read} records were read for a page of 20, the ${time}th time`)
      }
    })
  },
)

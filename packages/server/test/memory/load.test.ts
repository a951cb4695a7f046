import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { createRecord } from '../../src/content/create-record.ts'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let tenant: TestTenant
before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const kind = kinds.broadcastHost
const actor = { type: 'service' as const }
/** More than are read at once. */
const many = 1_200

const waitingForRecords = async () => {
  const [row] = await service.platform.db.query<{ count: number }>(
    sql`select count(*) as count from pg_locks where relation = 'records'::regclass and not granted`,
  )
  return row?.count ?? 0
}

test('a kind that was written more than a thousand times while it was loaded is in memory', inOnePlace, async () => {
  const { content, db, memory } = service.platform
  // Another page each time, because the same one is cached.
  let skip = 0
  const list = () => tenant.api('GET', `${tenant.path}/broadcastHosts?limit=5&skip=${skip++}`)
  await list()
  const { waiting } = await db.transaction(async (tx) => {
    await tx.extendLimit(60_000)
    await tx.query(sql`lock table records in access exclusive mode`)
    const waiting = list()
    await until(async () => (await waitingForRecords()) >= 2, 'the list and the load wait')
    for (let number = 0; number < many; number++)
      await content.writeIn(tx, tenant, actor, (writing) => createRecord(writing, kind, { title: `Host ${number}` }))
    return { waiting }
  })
  assert.equal((await waiting).status, 200)
  await until(async () => {
    const { hit } = memory.lookups()
    const { body } = await list()
    assert.equal(body.metadata.total, many)
    return memory.lookups().hit > hit
  }, 'lists from memory')
})

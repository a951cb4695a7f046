import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@marquee/model'
import { sql } from '../../src/store/sql.ts'
import { signedIn, startService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.stop())

const rowsOf = async (broadcastId: string) => {
  const [left] = await service.platform.db.query<{ records: number; changes: number }>(sql`
    select (select count(*) from records where broadcast_id = ${broadcastId}) as records,
      (select count(*) from changes where broadcast_id = ${broadcastId}) as changes`)
  return left
}

/** Many requests with a key that is gone are refused for their number. */
const isRefused = (status: number) => [401, 404, 429].includes(status)

test('nothing is left of a broadcast that is deleted while others write to it', async () => {
  for (let round = 0; round < 6; round++) {
    const tenant = await service.newTenant()
    const { api, path, broadcastId } = tenant
    const owner = await signedIn(service, tenant)
    const first = await api('POST', `${path}/broadcastSessions`, { title: 'Opening' })
    assert.equal(first.status, 201, first.text)
    let isDeleted = false
    const statuses = new Set<number>()
    const write = async (number: number) => {
      do {
        const { status } =
          number % 2 === 0
            ? await api('POST', `${path}/broadcastSessions`, { title: `Concert ${number}` })
            : await api('PATCH', `${path}/broadcastSessions/${first.body._id}`, { title: `Moved ${number}` })
        statuses.add(status)
      } while (!isDeleted)
      const late = await api('POST', `${path}/broadcastSessions`, { title: 'Too late' })
      assert(isRefused(late.status), late.text)
    }
    const writing = Array.from({ length: 8 }, (_, number) => write(number))
    const reply = await owner('DELETE', path)
    isDeleted = true
    await Promise.all(writing)
    assert.equal(reply.status, 200, reply.text)
    assert(
      [...statuses].every((status) => status < 300 || isRefused(status)),
      [...statuses].join(),
    )
    assert.deepEqual(await rowsOf(broadcastId), { records: 0, changes: 0 })
  }
})

test('a write whose broadcast is gone when it commits leaves nothing', async () => {
  const { broadcastId, userId } = await service.newTenant()
  const { db, content } = service.platform
  const { deleteBroadcast } = await import('../../src/store/records/broadcasts.ts')
  const { createRecord } = await import('../../src/content/create-record.ts')
  const writing = content.write({ broadcastId, userId }, { type: 'service' }, async (one) => {
    const record = await createRecord(one, kinds.broadcastSession, { title: 'Late' })
    await db.transaction((tx) => deleteBroadcast(tx, broadcastId))
    return record
  })
  await assert.rejects(writing)
  assert.deepEqual(await rowsOf(broadcastId), { records: 0, changes: 0 })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { guidOf, type Scheduled, scheduleXml } from '../support/schedule.ts'
import { type Api, apiWith } from '../support/service.ts'
import { until } from '../support/until.ts'

const many: Scheduled[] = Array.from({ length: 1_500 }, (_, at) => ({
  guid: guidOf(at),
  title: `Session ${at}`,
  start: `${String(8 + (at % 12)).padStart(2, '0')}:00`,
  room: `Room ${at % 20}`,
  persons: [`Person ${at % 300}`],
}))

test('after kill -9 an import and its undoing continue, and write nothing twice', async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_LOG_LEVEL: 'warn', MARQUEE_RATE_LIMIT: 'off' })
  let service = await installation.serve()
  const { broadcastId, userId } = await installation.ask(['broadcast', 'create', '--name', 'Many'])
  const { key } = await installation.ask(['key', 'create', '--broadcast', broadcastId])
  const api: Api = apiWith(installation.url, { 'x-api-key': key })
  const path = `/v1/users/${userId}/broadcasts/${broadcastId}`

  /** Waits until some chunks are written, kills the service, and starts it again. */
  const interrupt = async (id: string) => {
    const isUnderWay = async () => (await api('GET', `${path}/imports/${id}`)).body.progress.done > 0
    await until(isUnderWay, 'the first chunk', 60_000)
    await service.kill()
    service = await installation.serve()
  }
  const ended = async (id: string) => {
    let record = { status: '', counts: {} as Record<string, number>, progress: { done: 0, total: 0 } }
    await until(
      async () => {
        record = (await api('GET', `${path}/imports/${id}`)).body
        return !['applying', 'undoing'].includes(record.status)
      },
      'the end of the import',
      120_000,
    )
    return record
  }
  const count = async (plural: string) => (await api('GET', `${path}/${plural}?limit=1`)).body.metadata.total

  const sent = await api('POST', `${path}/imports`, { text: scheduleXml(many), name: 'schedule.xml' })
  assert.equal(sent.status, 202, sent.text)
  await interrupt(sent.body._id)
  const applied = await ended(sent.body._id)
  assert.equal(applied.status, 'applied')
  assert.equal(applied.counts.created, 1_500 + 300 + 20)
  assert.deepEqual(applied.progress, { done: 1_820, total: 1_820 })
  assert.equal(await count('broadcastSessions'), 1_500)
  assert.equal(await count('broadcastHosts'), 300)
  assert.equal(await count('revisions'), 1)

  assert.equal((await api('POST', `${path}/imports/${sent.body._id}/undo`)).status, 202)
  await service.kill()
  service = await installation.serve()
  assert.equal((await ended(sent.body._id)).status, 'undone')
  assert.equal(await count('broadcastSessions'), 0)
  assert.equal(await count('broadcastInterestPoints'), 0)
  await service.stop()
})

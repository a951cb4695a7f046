import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { fixed, http, runNodes } from '../support/workflows.ts'

/** A service that may call only public addresses, on a machine whose own name is internal. */
let service: TestService
let tenant: TestTenant
const unknown = 'no-such-name.invalid'
const internal = hostname()
const isInternalKnown = await lookup(internal).then(
  () => true,
  () => false,
)

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const options = isInternalKnown ? {} : { skip: 'this machine does not know its own name' }

test('registering a webhook reveals nothing about internal names, nor does its duration', options, async () => {
  const seen = await Promise.all(
    [internal, unknown].map(async (name) => {
      const startedMs = performance.now()
      const reply = await tenant.api('POST', '/v1/webhooks', { url: `https://${name}/`, events: ['*'] })
      const { instance: _, request_id: __, ...body } = reply.body
      return { status: reply.status, body, isPadded: performance.now() - startedMs >= 1_950 }
    }),
  )
  assert.equal(seen[0]?.status, 400)
  assert.equal(seen[0]?.isPadded, true)
  assert.deepEqual(seen[0], seen[1])
})

test('the log of deliveries reveals nothing about internal names', options, async () => {
  const tries = await Promise.all([internal, unknown].map(firstTry))
  assert.equal(tries[0]?.error, 'dns: the name has no public address')
  assert.deepEqual(tries[0], tries[1])
})

/** The log of a delivery to a name that was public when the webhook was registered. */
async function firstTry(name: string): Promise<{ status: unknown; error: unknown; isPadded: boolean }> {
  const made = await tenant.api('POST', '/v1/webhooks', { url: 'https://93.184.216.34/', events: ['*'] })
  const { id } = made.body
  await service.platform.db.query(sql`update webhooks set url = ${`https://${name}/`} where id = ${id}`)
  await tenant.api('POST', `/v1/webhooks/${id}/test`)
  const path = `/v1/webhooks/${id}/deliveries`
  const readTries = async () => {
    const { body } = await tenant.api('GET', path)
    return (await tenant.api('GET', `${path}/${body.data[0].id}`)).body.tries
  }
  await until(async () => (await readTries()).length > 0, 'a try')
  const [{ status, error, latency_ms: latencyMs }] = await readTries()
  return { status, error, isPadded: latencyMs >= 1_950 }
}

test('the run of a workflow reveals nothing about internal names', options, async () => {
  const [one, other] = await Promise.all(
    [internal, unknown].map((name) => runNodes(tenant, [http('call', { url: fixed(`https://${name}/`) })])),
  )
  assert.equal(one?.error.code, 'http_dns')
  assert.deepEqual(one?.error, other?.error)
})

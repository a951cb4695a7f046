import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/store/sql.ts'
import { signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const forbidden = [
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://2130706433/',
  'https://localhost/',
  'https://printer.local/',
  'https://relay.example:25/',
]
const fixed = (value: string) => ({ type: 'string', value, useExpression: false, expression: '' })
const workflow = (url: object) => ({
  name: 'Calls',
  status: 'disabled',
  trigger: { type: 'manual' },
  entryNodeId: 'a',
  nodes: [{ id: 'a', position: [0, 0], type: 'http', config: { url } }],
})
const subscription = (endpoint: string) => ({
  endpoint,
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
})
const credential = (tokenUrl: string) => ({
  type: 'oauth',
  oauth: { tokenUrl, clientId: 'a', clientSecret: 'b' },
  hosts: ['api.example'],
})

test('a forbidden address is refused when it is saved, with a pointer', async () => {
  for (const url of forbidden) {
    const saved: [string, string, object, string][] = [
      ['POST', '/workflows', workflow(fixed(url)), '/nodes/0/config/url'],
      [
        'POST',
        '/broadcastClients',
        { platform: 'web', pushSubscription: subscription(url) },
        '/pushSubscription/endpoint',
      ],
      ['PATCH', '', { authData: [credential(url)] }, '/authData/0/oauth/tokenUrl'],
    ]
    for (const [method, path, body, pointer] of saved) {
      const { status, body: problem } = await tenant.api(method, tenant.path + path, body)
      const [error] = problem.errors ?? []
      assert.deepEqual([status, error?.pointer, error?.code], [400, pointer, 'forbidden_url'], `${url} ${path}`)
    }
  }
})

test('a public address, an unfinished one and one that is computed are saved', async () => {
  const computed = {
    type: 'string',
    value: 'https://localhost/',
    useExpression: true,
    expression: '"https://a.example"',
  }
  for (const url of [fixed('https://api.example/'), fixed('https:'), fixed(''), computed]) {
    const { status, text } = await tenant.api('POST', `${tenant.path}/workflows`, workflow(url))
    assert.equal(status, 201, text)
  }
  const pushSubscription = subscription('https://push.example/1')
  assert.equal(
    (await tenant.api('POST', `${tenant.path}/broadcastClients`, { platform: 'web', pushSubscription })).status,
    201,
  )
  const authData = [credential('https://sign-in.example/token')]
  assert.equal((await tenant.api('PATCH', tenant.path, { authData })).status, 200)
})

test('a stored address stays until it is changed', async () => {
  const owner = await signedIn(service, tenant)
  const { body } = await tenant.api('POST', `${tenant.path}/workflows`, workflow(fixed('https://old.example/')))
  await tenant.api('PATCH', tenant.path, { authData: [credential('https://old.example/')] })
  const { db } = service.platform
  await db.query(
    sql`update records set body = replace(body::text, 'https://old.example/', 'https://localhost/')::json where broadcast_id = ${tenant.broadcastId}`,
  )
  const { nodes } = (await owner('GET', `${tenant.path}/workflows/${body._id}`)).body
  assert.equal(nodes[0].config.url.value, 'https://localhost/')
  assert.equal((await owner('PATCH', `${tenant.path}/workflows/${body._id}`, { nodes, name: 'Other' })).status, 200)
  const { authData } = (await owner('GET', tenant.path)).body
  assert.equal(authData[0].oauth.tokenUrl, 'https://localhost/')
  assert.equal((await owner('PATCH', tenant.path, { authData, description: 'x' })).status, 200)
  authData[0].oauth.tokenUrl = 'https://127.0.0.1/'
  assert.equal((await owner('PATCH', tenant.path, { authData })).status, 400)
})

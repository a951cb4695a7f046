import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CalledAddress, startCalledAddress } from '../support/called-address.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { localReceivers } from '../support/webhooks.ts'
import {
  amply,
  code,
  createSession,
  entries,
  fixed,
  http,
  loop,
  resultOf,
  runNodes,
  worked,
} from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant
let address: CalledAddress

before(async () => {
  service = await startService(localReceivers)
  tenant = await service.newTenant()
  address = await startCalledAddress()
})
after(async () => {
  await service.stop()
  await address.close()
})

const outputOf = async (nodes: Parameters<typeof runNodes>[1], nodeId: string, input = {}) => {
  const run = await runNodes(tenant, nodes, input)
  assert.equal(run.status, 'succeeded', JSON.stringify(run.error))
  return resultOf(run, nodeId).output
}

const sessions = (operation: string, more: object) =>
  amply('do', { operation: fixed(operation), resource: fixed('broadcastSession'), ...more })

describe('amply', () => {
  const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

  before(async () => {
    for (const [title, status] of [
      ['One', 'published'],
      ['Two', 'published'],
      ['Three', 'published'],
      ['Hidden', 'draft'],
    ])
      await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title, status })
  })

  test('lists with filters, a sort and cursors, and drafts only on request', async () => {
    const list = (metadata: object) => outputOf([sessions('list', { metadata })], 'do')
    const sort = entries({ _createdAt: fixed('asc') })
    assert.deepEqual(titles(await list({ cursors: { sort } })), ['One', 'Two', 'Three'])
    assert.deepEqual(titles(await list({ cursors: { sort }, preview: fixed(true) })), ['One', 'Two', 'Three', 'Hidden'])
    assert.deepEqual(titles(await list({ filters: entries({ title: worked('"T" + "wo"') }) })), ['Two'])
    const either = entries({ title: fixed('One'), _createdAt: entries({ $lt: fixed('2020-01-01T00:00:00Z') }) })
    assert.deepEqual(titles(await list({ filters: either, filtersLogical: fixed('$or') })), ['One'])
    assert.deepEqual(titles(await list({ filters: either, filtersLogical: fixed('$and') })), [])
    const second = await list({ cursors: { sort, limit: fixed(1), skip: fixed(1) } })
    assert.deepEqual([titles(second), second.metadata.total, second._type], [['Two'], 3, 'broadcastSession'])
    const third = await list({ cursors: { sort, startId: fixed(second.metadata.nextStartId), limit: fixed(-1) } })
    assert.deepEqual(titles(third), ['Three'])
  })

  test('lists and reads an article before its publication date only as a preview', async () => {
    const article = async (title: string, inMs: number) => {
      const publishedAt = new Date(service.clock.now() + inMs).toISOString()
      const made = { title, status: 'published', publishedAt }
      const { body } = await tenant.api('POST', `${tenant.path}/broadcastArticles`, made)
      return body._id
    }
    await article('Due', -1_000)
    const id = await article('Scheduled', 3_600_000)
    const config = (operation: string, more: object) =>
      amply('do', { operation: fixed(operation), resource: fixed('broadcastArticle'), ...more })
    const preview = fixed(true)
    const list = async (metadata: object) => titles(await outputOf([config('list', { metadata })], 'do')).sort()
    assert.deepEqual(await list({}), ['Due'])
    assert.deepEqual(await list({ preview }), ['Due', 'Scheduled'])
    const run = await runNodes(tenant, [config('read', { id: fixed(id) })])
    assert.deepEqual([run.status, run.error.code], ['failed', 'not_found'])
    const read = await outputOf([config('read', { id: fixed(id), metadata: { preview } })], 'do')
    assert.equal(read.title, 'Scheduled')
  })

  test('creates, reads, updates and deletes with ordinary writes', async () => {
    const run = await runNodes(tenant, [
      createSession('create', '"Made"', { onSuccess: 'update' }),
      amply(
        'update',
        {
          operation: fixed('update'),
          resource: fixed('broadcastSession'),
          id: worked('last._id'),
          body: entries({
            description: worked('last.title + " by a workflow"'),
            metadata: entries({ deep: fixed({ a: [1] }, 'any') }),
          }),
        },
        { onSuccess: 'read' },
      ),
      amply(
        'read',
        { operation: fixed('read'), resource: fixed('broadcastSession'), id: worked('nodes.create.output._id') },
        { onSuccess: 'delete' },
      ),
      amply('delete', {
        operation: fixed('delete'),
        resource: fixed('broadcastSession'),
        id: worked('nodes.create.output._id'),
      }),
    ])
    assert.equal(run.status, 'succeeded', JSON.stringify(run.error))
    const read = resultOf(run, 'read').output
    assert.deepEqual(
      [read.title, read.description, read.metadata],
      ['Made', 'Made by a workflow', { deep: { a: [1] } }],
    )
    assert.deepEqual(resultOf(run, 'delete').output, {
      success: true,
      referenceType: 'broadcastSession',
      referenceId: read._id,
      operationType: 'delete',
    })
    const history = await tenant.api('GET', `${tenant.path}/broadcastSessions/${read._id}/history`)
    assert.deepEqual(
      history.body.data.map(({ operation, actor }: { operation: string; actor: object }) => [operation, actor]),
      ['delete', 'update', 'create'].map((operation) => [operation, { type: 'run', id: run._id }]),
    )
  })

  test('gets the same errors as the API, with their pointers', async () => {
    const failure = async (config: object) => {
      const run = await runNodes(tenant, [amply('do', { resource: fixed('broadcastSession'), ...config })])
      assert.equal(run.status, 'failed')
      assert.equal(resultOf(run, 'do').status, 'failed')
      return [run.error.code, run.error.message]
    }
    const id = fixed('66a1f0c2d4e5b60718293a4b')
    assert.deepEqual(await failure({ operation: fixed('read'), id }), ['not_found', 'There is no such resource.'])
    const [code, message] = await failure({
      operation: fixed('create'),
      body: entries({ titel: fixed('x'), status: fixed('open') }),
    })
    assert.equal(code, 'invalid')
    assert.match(message, /\/titel is not a field here; \/status must be one of draft, published/)
    const reference = await failure({ operation: fixed('create'), body: entries({ interestPointId: id }) })
    assert.match(reference[1], /\/interestPointId points to no broadcastInterestPoint/)
    const [, unknown] = await failure({
      operation: fixed('list'),
      metadata: { filters: entries({ secret: fixed(1) }) },
    })
    assert.match(unknown, /is not a field to filter by/)
  })

  test('can access only the content of its own broadcast', async () => {
    const other = await service.newTenant()
    const theirs = await other.api('POST', `${other.path}/broadcastSessions`, { title: 'Theirs', status: 'published' })
    const run = (config: object) => runNodes(tenant, [amply('do', config)])
    const read = await run({
      operation: fixed('read'),
      resource: fixed('broadcastSession'),
      id: fixed(theirs.body._id),
    })
    assert.equal(read.error.code, 'not_found')
    for (const resource of ['broadcastMember', 'broadcastContact', 'broadcastClient', 'apiKey', 'webhook']) {
      const forced = await run({ operation: fixed('list'), resource: worked(`"${resource}"`) })
      assert.equal(forced.error.code, 'forbidden_resource', resource)
    }
    const own = await run({ operation: fixed('read'), resource: fixed('broadcast'), id: fixed(other.broadcastId) })
    assert.equal(resultOf(own, 'do').output._id, tenant.broadcastId)
    const keys = {
      operation: fixed('update'),
      resource: fixed('broadcast'),
      id: fixed(tenant.broadcastId),
      body: worked('({ authData: [] })'),
    }
    assert.equal((await run(keys)).error.code, 'forbidden_field')
    const proto = {
      operation: fixed('create'),
      resource: fixed('broadcastSession'),
      body: worked('JSON.parse(\'{"__proto__":{"polluted":1}}\')'),
    }
    assert.equal((await run(proto)).status, 'failed')
    assert.equal(Object({}).polluted, undefined)
  })
})

describe('http', () => {
  test('sends the configured request and outputs the response', async () => {
    address.answer(() => ({ status: 201, headers: { 'x-answer': 'yes' }, body: { made: true } }))
    const run = await runNodes(tenant, [
      http('call', {
        method: fixed('POST'),
        url: worked(`"${address.url}" + "/orders"`),
        query: entries({ page: fixed(2), tag: worked('["a", "b"]') }),
        headers: entries({ 'X-Own': worked('"h" + 1') }),
        body: entries({ total: worked('6 * 7') }),
        timeoutMs: { type: 'number', useExpression: false },
        credential: { type: 'any' },
      }),
    ])
    const { output, executionId } = resultOf(run, 'call')
    assert.deepEqual([output.status, output.headers['x-answer'], output.body], [201, 'yes', { made: true }])
    const [call] = address.at('/orders')
    assert.deepEqual([call?.method, call?.body, call?.headers['x-own']], ['POST', '{"total":42}', 'h1'])
    assert.equal(call?.headers['content-type'], 'application/json')
    assert.equal(call?.headers['idempotency-key'], executionId)
  })

  test('fails for a response that is not 2xx, not JSON, too large, or missing', async () => {
    const failure = async (how: Parameters<CalledAddress['answer']>[0], config = {}) => {
      address.answer(how)
      return (await runNodes(tenant, [http('call', { url: fixed(`${address.url}/odd`), ...config })])).error.code
    }
    assert.equal(await failure(() => ({ status: 302, headers: { location: '/elsewhere' } })), 'http_status')
    assert.equal(await failure(() => 404), 'http_status')
    assert.equal(await failure(() => ({ status: 200, body: '<html>' })), 'response_not_json')
    assert.equal(await failure(() => ({ status: 200, body: 'x'.repeat(2_000_000) })), 'response_too_large')
    assert.equal(await failure(() => 'never', { timeoutMs: fixed(50) }), 'http_timeout')
    address.answer(() => ({ status: 200, body: '<html>' }))
    const text = await outputOf(
      [http('call', { url: fixed(`${address.url}/odd`), responseType: fixed('text') })],
      'call',
    )
    assert.equal(text.body, '<html>')
  })

  test('reads a calendar, a feed or another programme, and any XML', async () => {
    const bodyOf = async (body: string, responseType: string) => {
      address.answer(() => ({ status: 200, body }))
      const call = http('call', { url: fixed(`${address.url}/file`), responseType: fixed(responseType) })
      return (await outputOf([call], 'call')).body
    }
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1@choirs.example', 'SUMMARY:Final chorus']
    const ends = ['DTSTART:20270704T180000Z', 'DTEND:20270704T190000Z', 'END:VEVENT', 'END:VCALENDAR', '']
    const { format, records } = await bodyOf([...lines, ...ends].join('\r\n'), 'programme')
    assert.equal(format, 'icalendar')
    assert.equal(records[0].fields.title, 'Final chorus')
    assert.equal(records[0].fields.time.start, '2027-07-04T18:00:00.000Z')
    assert.deepEqual(await bodyOf('<stock unit="t"><item>tide</item></stock>', 'xml'), {
      ...{ name: 'stock', attributes: { unit: 't' }, text: '' },
      children: [{ name: 'item', attributes: {}, text: 'tide', children: [] }],
    })
    address.answer(() => ({ status: 200, body: '<stock><item>' }))
    const broken = http('call', { url: fixed(`${address.url}/file`), responseType: fixed('xml') })
    const { error } = await runNodes(tenant, [broken])
    assert.equal(error.code, 'response_unreadable')
    assert.match(error.message, /never closed\. \(line 1/)
  })

  test('cannot call an address that the service must not call', async () => {
    for (const url of ['http://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest', 'file:///etc/passwd']) {
      const run = await runNodes(tenant, [http('call', { url: worked(`'${url}'`) })])
      assert.match(run.error.code, /^http_forbidden_/, url)
    }
  })
})

describe('auth', () => {
  /** Stores credentials and returns the ids of their entries. */
  async function store(who: TestTenant, authData: object[]): Promise<string[]> {
    const { status, body, text } = await who.api('PATCH', who.path, { authData })
    assert.equal(status, 200, text)
    return body.authData.map(({ id }: { id: string }) => id)
  }
  const calling = (entry: string, path: string, url = address.url) => [
    { id: 'login', type: 'auth', config: { authDataId: fixed(entry) }, onSuccess: 'call' },
    http('call', { url: fixed(url + path), credential: worked('nodes.login.output') }, { onSuccess: 'look' }),
    code('look', 'return { all: JSON.stringify([nodes, last, input]) }'),
  ]

  test('lets later calls use a credential that is never shown in the run, also when it is sent back', async () => {
    const secrets = ['correct-horse-battery', 'key-0123456789', 'fixed-key-9876', 'spelled-out-key']
    const hosts = ['127.0.0.1']
    const ids = await store(tenant, [
      { type: 'basic', name: 'Box office', basic: { username: 'box', password: secrets[0] }, hosts },
      { type: 'apiKey', key: secrets[1], hosts },
      { type: 'fixedKeys', key: secrets[2], hosts },
      { type: 'apiKey', key: `X-Ticket-Token: ${secrets[3]}`, hosts: [address.host] },
    ])
    address.answer(({ headers, path }) => ({ status: path.endsWith('bad') ? 400 : 200, body: { youSent: headers } }))
    const basic = Buffer.from(`box:${secrets[0]}`).toString('base64')
    const sent = [
      ['authorization', `Basic ${basic}`],
      ['x-api-key', secrets[1]],
      ['authorization', `Bearer ${secrets[2]}`],
      ['x-ticket-token', secrets[3]],
    ] as const
    for (const [index, id] of ids.entries()) {
      const [good, bad] = [`/auth-${index}`, `/auth-${index}-bad`]
      const run = await runNodes(tenant, calling(id, good))
      const failed = await runNodes(tenant, calling(id, bad))
      const [name = 'authorization', value] = sent[index] ?? []
      assert.equal(address.at(good)[0]?.headers[name], value)
      assert.deepEqual([run.status, failed.status], ['succeeded', 'failed'], JSON.stringify(run.error))
      for (const text of [JSON.stringify(run), JSON.stringify(failed)])
        for (const secret of [...secrets, basic]) assert(!text.includes(secret), `${secret} is shown`)
      assert.match(JSON.stringify(resultOf(run, 'call').output), /\[redacted\]/)
    }
    assert(!service.logLines.some((line) => secrets.some((secret) => line.includes(secret))))
  })

  test('sends a credential only to the hosts of its entry, checked before any DNS lookup', async () => {
    const [none = '', named = ''] = await store(tenant, [
      { type: 'apiKey', key: 'goes-nowhere' },
      { type: 'apiKey', key: 'goes-there', hosts: ['api.tickets.example', '*.festival.example'] },
    ])
    for (const id of [none, named])
      assert.equal((await runNodes(tenant, calling(id, '/theft'))).error.code, 'forbidden_host')
    const forged = await runNodes(tenant, [
      http('call', {
        url: fixed(`${address.url}/theft`),
        credential: worked(`({ credentialId: "${named}", hosts: ["127.0.0.1"] })`),
      }),
    ])
    assert.equal(forged.error.code, 'forbidden_host')
    assert.equal(address.at('/theft').length, 0)
  })

  test('has access only to credentials of its own broadcast', async () => {
    const other = await service.newTenant()
    const [theirs = ''] = await store(other, [{ type: 'apiKey', key: 'theirs', hosts: ['127.0.0.1'] }])
    assert.equal((await runNodes(tenant, calling(theirs, '/other'))).error.code, 'unknown_credential')
    assert.equal(address.at('/other').length, 0)
  })

  test('gets a token with client credentials, uses it until it expires, and gets another when it is refused', async () => {
    const [id = ''] = await store(tenant, [
      {
        type: 'oauth',
        oauth: {
          tokenUrl: `${address.url}/token`,
          clientId: 'client',
          clientSecret: 'oauth-secret-77',
          scope: 'orders',
        },
        hosts: ['127.0.0.1'],
      },
    ])
    let made = 0
    let status = 200
    address.answer(({ path }) =>
      path === '/token'
        ? { status: 200, body: { access_token: `token-number-${++made}`, expires_in: 600 } }
        : { status, body: {} },
    )
    const call = () => runNodes(tenant, calling(id, '/oauth'))
    const tokens = () => address.at('/oauth').map(({ headers }) => headers.authorization)
    const first = await call()
    assert.equal(first.status, 'succeeded', JSON.stringify(first.error))
    await call()
    assert.deepEqual(tokens(), ['Bearer token-number-1', 'Bearer token-number-1'])
    assert.equal(address.at('/token')[0]?.body, 'grant_type=client_credentials&scope=orders')
    service.clock.advance(601_000)
    await call()
    assert.equal(tokens().at(-1), 'Bearer token-number-2')
    status = 401
    assert.equal((await call()).status, 'failed')
    status = 200
    await call()
    assert.equal(tokens().at(-1), 'Bearer token-number-3')
    assert(!JSON.stringify(first).includes('token-number') && !JSON.stringify(first).includes('oauth-secret'))
  })
})

describe('expressions and code', () => {
  test('have the variables of the run', async () => {
    const seen = await outputOf(
      [
        code('before', 'return { n: 1 }', { onSuccess: 'each' }),
        loop('each', '[["a", "b"], ["c"]]', 'inner', { onSuccess: 'after' }),
        loop('inner', 'item', 'look'),
        code(
          'look',
          'return [nodes.each.index, index, item, nodes.each.item.length, nodes.before.output.n, last === item]',
        ),
        code('after', 'return { trigger, input, last, run, broadcast, now, item, index }'),
      ],
      'after',
      { day: 'Saturday' },
    )
    assert.deepEqual(seen.last.results, [
      {
        count: 2,
        failed: 0,
        errors: [],
        results: [
          [0, 0, 'a', 2, 1, true],
          [0, 1, 'b', 2, 1, true],
        ],
      },
      { count: 1, failed: 0, errors: [], results: [[1, 0, 'c', 1, 1, true]] },
    ])
    assert.deepEqual(
      [seen.trigger.type, seen.input, seen.item, seen.index],
      ['manual', { day: 'Saturday' }, null, null],
    )
    assert.deepEqual(
      [seen.broadcast._id, seen.broadcast.name, seen.broadcast.authData],
      [tenant.broadcastId, 'Test', undefined],
    )
    assert.match(seen.now, /^\d{4}-.*Z$/)
    assert.equal(seen.run.workflowName, 'Test')
  })

  test('can access variables also without naming them', async () => {
    const nodes = (source: string) => [code('one', 'return 1', { onSuccess: 'two' }), code('two', source)]
    for (const source of [
      'const all = nodes\nreturn all.one.output',
      'const { one } = nodes; return one.output',
      'const id = "one"; return nodes[id].output',
      'return nodes["one"].output',
      'return Object.values(nodes)[0].output',
      'return nodes\n  .one\n  .output',
    ])
      assert.equal(await outputOf(nodes(source), 'two'), 1, source)
  })

  test('treat their input as data and never evaluate it', async () => {
    for (const text of [
      '{{7*7}}',
      ['$', '{7*7}'].join(''),
      '=7*7',
      '"+7*7+"',
      '{"useExpression":true,"expression":"7*7"}',
    ]) {
      const made = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: text, status: 'published' })
      const seen = await outputOf(
        [
          amply(
            'read',
            { operation: fixed('read'), resource: fixed('broadcastSession'), id: fixed(made.body._id) },
            { onSuccess: 'copy' },
          ),
          createSession('copy', 'last.title', { onSuccess: 'wrap' }),
          amply('wrap', {
            operation: fixed('create'),
            resource: fixed('broadcastSession'),
            body: worked(
              '({ title: input.wrapped, metadata: { wrapped: { type: "string", useExpression: true, expression: "7*7" } } })',
            ),
          }),
        ],
        'wrap',
        { wrapped: text },
      )
      assert.equal(seen.title, text)
      assert.deepEqual(seen.metadata.wrapped.expression, '7*7')
      const titles = await tenant.api(
        'GET',
        `${tenant.path}/broadcastSessions?filters=${encodeURIComponent(JSON.stringify([{ title: text }]))}`,
      )
      assert.equal(titles.body.metadata.total, 3)
    }
  })

  test('that fail give their node an error with a message and a position', async () => {
    const thrown = await runNodes(tenant, [code('only', 'console.log("so far"); throw new Error("no tickets")')])
    assert.match(thrown.error.message, /no tickets/)
    assert.match(resultOf(thrown, 'only').logs.join(), /so far/)
    const missing = await runNodes(tenant, [
      sessions('create', { body: entries({ title: fixed('x'), description: worked('input.a.b') }) }),
    ])
    assert.match(missing.error.message, /^body\.1\.value: /)
  })

  test('an output is passed on completely and shown as far as there is room', async () => {
    const run = await runNodes(tenant, [
      loop('each', 'Array.from({ length: 9 }, (_, i) => i)', 'large', { onSuccess: 'size' }),
      code('large', 'return "é".repeat(100_000)'),
      code('size', 'return nodes.large.output.length'),
    ])
    assert.equal(resultOf(run, 'size').output, 100_000)
    const shown = run.nodeResults.filter(({ nodeId }: { nodeId: string }) => nodeId === 'large')
    assert.deepEqual([shown.length, shown.filter(({ outputCut }: { outputCut?: true }) => outputCut).length], [9, 4])
    assert(JSON.stringify(run).length < 1_200_000)
  })
})

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { readBacklogs } from '../src/store/queues/backlog.ts'
import { sql } from '../src/store/sql.ts'
import { startService, type TestService, type TestTenant } from './support/service.ts'
import { until } from './support/until.ts'

let service: TestService
let tenant: TestTenant
let port: number

before(async () => {
  port = await freePort()
  service = await startService({
    MARQUEE_METRICS_PORT: String(port),
    MARQUEE_SLOW_STATEMENT_MS: '200',
    MARQUEE_OUTBOUND_ALLOW: '127.0.0.0/8',
    MARQUEE_OUTBOUND_ALLOW_HTTP: 'true',
  })
  tenant = await service.newTenant()
})
after(() => service.stop())

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

async function scrape(): Promise<Sample[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.equal(response.status, 200)
  return (await response.text()).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

async function figureOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = (await scrape()).find(
    (sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )
  return found?.value ?? assert.fail(`${name} ${JSON.stringify(labels)} is absent`)
}

test('every metric and label of the alerts, the dashboard and the guide exists', async () => {
  await tenant.api('GET', '/v1/events')
  const samples = await scrape()
  const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const dashboard = JSON.parse(await read('deploy/monitoring/dashboard.json'))
  const texts = [
    ...[...(await read('deploy/monitoring/alerts.yaml')).matchAll(/expr: (.*)/g)].map(([, text = '']) => text),
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...[...(await read('docs/guides/operate.md')).matchAll(/^\| `((?:marquee|nodejs)_\w+)`/gm)].map(
      ([, text = '']) => text,
    ),
  ]
  let count = 0
  for (const text of texts) {
    for (const [, name = '', selector = ''] of text.matchAll(/\b((?:marquee|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)) {
      const known = samples.filter((sample) => [name, `${name}_count`].includes(sample.name))
      assert(known.length > 0, `${name} is not a metric: ${text}`)
      // The job is a label of Prometheus itself.
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*[=!]/g))
        assert(label === 'job' || known.some(({ labels }) => label in labels), `${name} has no label ${label}`)
      count += 1
    }
  }
  assert(count > 30, `only ${count} were found`)
})

test('lookups of cached responses and of records in memory are counted by their result', async () => {
  const hits = () => figureOf('marquee_cache_lookups_total', { cache: 'responses', result: 'hit' })
  const misses = () => figureOf('marquee_cache_lookups_total', { cache: 'responses', result: 'miss' })
  const before = { hits: await hits(), misses: await misses() }
  for (let index = 0; index < 3; index += 1) await tenant.api('GET', '/v1/places?limit=7')
  assert.deepEqual({ hits: await hits(), misses: await misses() }, { hits: before.hits + 2, misses: before.misses + 1 })
  const found = () => figureOf('marquee_cache_lookups_total', { cache: 'records', result: 'hit' })
  const foundBefore = await found()
  await until(async () => {
    await tenant.api('GET', `/v1/places?limit=${1 + Math.floor(Math.random() * 200)}`)
    return (await found()) > foundBefore
  }, 'a list from memory')
  assert((await figureOf('marquee_cache_bytes', { cache: 'responses' })) > 0)
})

test('a slow statement is counted and logged without its values', async () => {
  const count = () => figureOf('marquee_database_slow_statements_total')
  const before = await count()
  const secret = 'a-value-that-stays-out-of-the-log'
  await service.platform.db.query(sql`select pg_sleep(${0.4}::float8), ${secret}::text`)
  assert.equal(await count(), before + 1)
  const lines = service.logLines.filter((line) => line.includes('a statement was slow'))
  const { ms, statement, level } = JSON.parse(lines.at(-1) ?? '{}')
  assert(ms >= 400 && level === 40)
  assert.equal(statement, 'select pg_sleep($1::float8), $2::text')
  assert(!lines.join().includes(secret))
})

/** In tens of seconds: the clock goes on. */
const ageOf = async (queue: string) => Math.floor((await figureOf('marquee_queue_oldest_seconds', { queue })) / 10) * 10

test('work that is due and not taken is counted, with its age', async () => {
  const { db } = service.platform
  const nowMs = service.clock.now()
  const ago = (seconds: number) => new Date(nowMs - seconds * 1_000)
  assert.deepEqual(await readBacklogs(db, nowMs), {
    deliveries: { due: 0, oldestMs: 0 },
    runs: { due: 0, oldestMs: 0 },
    jobs: { due: 0, oldestMs: 0 },
    changes: { due: 0, oldestMs: null },
  })
  // Of a type that no worker takes, and of an account without workflows.
  await db.query(sql`
    insert into jobs (broadcast_id, id, type, status, payload, due_at, created_at)
    values (${tenant.broadcastId}, 'j1', 'nothing', 'queued', '{}', ${ago(90)}, ${ago(90)}),
      (${tenant.broadcastId}, 'j2', 'nothing', 'queued', '{}', ${ago(-90)}, ${ago(90)})`)
  await db.query(sql`update broadcasts set plan = 'free' where id = ${tenant.broadcastId}`)
  await db.query(sql`
    insert into workflow_runs (broadcast_id, id, workflow_id, status, pinned, is_serial, time_limit_ms, created_at)
    values (${tenant.broadcastId}, 'r1', 'w', 'queued', '{}', false, 1000, ${ago(30)})`)
  assert.equal(await figureOf('marquee_queue_due', { queue: 'jobs' }), 1)
  assert.equal(await ageOf('jobs'), 90)
  assert.equal(await figureOf('marquee_queue_due', { queue: 'runs' }), 1)
  assert.equal(await ageOf('runs'), 30)
})

test('deliveries that are due are counted for active webhooks only', async () => {
  const other = await service.newTenant()
  const url = 'http://127.0.0.1:9/hook'
  const created = await other.api('POST', '/v1/webhooks', { url, events: ['*'] })
  assert.equal(created.status, 201, created.text)
  const { db } = service.platform
  await db.query(sql`update broadcasts set plan = 'free' where id = ${other.broadcastId}`)
  const nowMs = service.clock.now()
  await db.query(sql`
    insert into webhook_events (broadcast_id, id, type, sequence, body, created_at)
    values (${other.broadcastId}, 'e', 'event.created', 1, '{}', now())`)
  await db.query(sql`
    insert into deliveries (id, broadcast_id, webhook_id, event_id, next_at, created_at)
    values ('d', ${other.broadcastId}, ${created.body.id}, 'e', ${new Date(nowMs - 5_000)}, now())`)
  assert.deepEqual((await readBacklogs(db, nowMs)).deliveries, { due: 1, oldestMs: 5_000 })
  await db.query(sql`update webhooks set active = false where id = ${created.body.id}`)
  assert.deepEqual((await readBacklogs(db, nowMs)).deliveries, { due: 0, oldestMs: 0 })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : assert.fail()
}

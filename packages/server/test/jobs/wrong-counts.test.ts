import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tx } from '../../src/store/db.ts'
import { claimDeliveries, finishDeliveries, oldEvents } from '../../src/store/queues/deliveries.ts'
import { claimJobs, endedJobs } from '../../src/store/queues/jobs.ts'
import { claimRuns, oldRuns, saveSteps } from '../../src/store/queues/runs.ts'
import { takeDue } from '../../src/store/records/due.ts'
import { type Sql, sql } from '../../src/store/sql.ts'
import { touchedBy, undone } from '../support/plans.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
})
after(() => service.stop())

const rows = 1_000
const now = new Date('2027-07-02T12:00:00Z')
const token = 'node'
const lease = () => ({ broadcastId: tenant.broadcastId, token, nowMs: now.getTime(), leaseMs: 10_000 })

/** Runs some work with statistics that claim one row per table. It is rolled back. */
const believingInOne = (fill: Sql[], work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  undone(service.platform.db, async (tx) => {
    await tx.query(sql`set local statement_timeout = '20s'`)
    for (const statement of fill) await tx.query(statement)
    // As a superuser, because PostgreSQL before 18 has no function for it.
    await tx.query(sql`
      update pg_class set relpages = 1000, reltuples = 1 where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    await work(tx)
  })

/** The number of rows that the plans of some work touch. */
async function touchedByAll(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let count = 0
  const explain = async (statement: Sql) => {
    count += await touchedBy(tx, statement)
    return []
  }
  await work({ ...tx, query: explain })
  return count
}

const number = sql`generate_series(1, ${rows}::integer) as number`
const id = sql`lpad(number::text, 24, '0')`
const webhookId = sql`'hook-' || number % 20`

const webhooks = () => sql`
  insert into webhooks (id, broadcast_id, url, events, since_sequence, created_at, updated_at)
  select ${webhookId}, ${tenant.broadcastId}, 'https://example.org', '{*}', 0, ${now}, ${now} from generate_series(1, 20) as number`
const events = () => sql`
  insert into webhook_events (broadcast_id, id, type, sequence, body, created_at)
  select ${tenant.broadcastId}, ${id}, 'place.created', number, '{}', ${now} from ${number}`
const deliveries = () => sql`
  insert into deliveries (id, broadcast_id, webhook_id, event_id, next_at, created_at, lease_token)
  select ${id}, ${tenant.broadcastId}, ${webhookId}, ${id}, ${now}, ${now}, ${token} from ${number}`
const runs = (status: string) => sql`
  insert into workflow_runs (broadcast_id, id, workflow_id, status, pinned, is_serial, time_limit_ms, created_at, lease_token)
  select ${tenant.broadcastId}, ${id}, 'workflow', ${status}, '{}', false, 60000, ${now}, ${token} from ${number}`
const jobs = (endedAt: Date | null) => sql`
  insert into jobs (broadcast_id, id, type, status, payload, due_at, created_at, ended_at)
  select ${tenant.broadcastId}, ${id}, 'import', ${endedAt ? 'succeeded' : 'queued'}, '{}', ${now}, ${now}, ${endedAt} from ${number}`
const dues = () => sql`
  insert into due_records (broadcast_id, kind, record_id, due_at) select ${tenant.broadcastId}, 'article', ${id}, ${now} from ${number}`
const tries = () =>
  Array.from({ length: 200 }, (_, index) => ({
    broadcastId: tenant.broadcastId,
    id: String(index + 1).padStart(24, '0'),
    webhookId: `hook-${(index + 1) % 20}`,
    number: 1,
    at: now,
    status: 204,
    latencyMs: 5,
    error: null,
    reply: null,
    next: 'delivered' as const,
    nextAt: null,
    isSlow: false,
  }))
const steps = () =>
  Array.from({ length: 16 }, (_, index) => ({
    runId: String(index + 1).padStart(24, '0'),
    index: 0,
    result: '{}',
    ends: null,
  }))
const later = new Date(now.getTime() + 1)

const works: [name: string, fill: () => Sql[], work: (tx: Tx) => Promise<unknown>][] = [
  [
    'taking deliveries',
    () => [webhooks(), events(), deliveries()],
    (tx) =>
      claimDeliveries(tx, {
        ...lease(),
        limit: rows,
        busy: new Map([['hook-1', { held: 1, share: 64 }]]),
        firstShare: 64,
        shareOfSlow: 1,
        slowLimit: 128,
      }),
  ],
  [
    'writing down tries',
    () => [webhooks(), events(), deliveries()],
    (tx) => finishDeliveries(tx, token, tenant.broadcastId, tries()),
  ],
  [
    'forgetting deliveries',
    () => [webhooks(), events(), deliveries()],
    (tx) => oldEvents(later).prune(tx, tenant.broadcastId, 500),
  ],
  ['taking runs', () => [runs('queued')], (tx) => claimRuns(tx, { ...lease(), limit: 16, perBroadcast: 16 })],
  [
    'taking runs whose node is gone',
    () => [runs('running')],
    (tx) => claimRuns(tx, { ...lease(), limit: 16, perBroadcast: 16 }),
  ],
  ['saving steps', () => [runs('running')], (tx) => saveSteps(tx, token, tenant.broadcastId, steps())],
  ['forgetting runs', () => [runs('succeeded')], (tx) => oldRuns(later, 100).prune(tx, tenant.broadcastId, 500)],
  [
    'taking jobs',
    () => [jobs(null)],
    (tx) => claimJobs(tx, { ...lease(), limit: 4, perBroadcast: 2, types: ['import'] }),
  ],
  ['forgetting jobs', () => [jobs(now)], (tx) => endedJobs(later).prune(tx, tenant.broadcastId, 500)],
  ['taking what is due', () => [dues()], (tx) => takeDue(tx, tenant.broadcastId, now)],
]
for (const [name, fill, work] of works) {
  test(`${name} stays cheap with wrong statistics of the database`, async () => {
    await believingInOne(fill(), async (tx) => {
      const count = await touchedByAll(tx, work)
      assert(count > 0 && count < 20 * rows, `${count}`)
    })
  })
}

test('due records are taken one at a time with wrong statistics of the database', async () => {
  await believingInOne([dues()], async (tx) => {
    const taken = [await takeDue(tx, tenant.broadcastId, now), await takeDue(tx, tenant.broadcastId, now)].map(
      (due) => due?.record_id,
    )
    assert.equal(new Set(taken).size, 2)
    const [left] = await tx.query<{ count: number }>(sql`select count(*) as count from due_records`)
    assert.equal(left?.count, rows - 2)
  })
})

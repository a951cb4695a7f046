import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { AnyRecord } from '@marquee/model'
import { newObjectId } from '../../src/base/object-id.ts'
import { sql } from '../../src/store/sql.ts'
import { inOnePlace } from '../support/cluster.ts'
import { databaseEnv } from '../support/database.ts'
import { migratedInstallation } from '../support/process.ts'
import { type Api, apiWith, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Two nodes on one database. */
let one: TestService
let other: TestService
let secretKey: string

before(async () => {
  secretKey = randomBytes(32).toString('base64')
  one = await startService({ MARQUEE_SECRET_KEY: secretKey })
  other = await startService({}, { url: one.config.databaseUrl ?? '', secretKey })
})
after(async () => {
  await other?.stop()
  await one?.stop()
})

const accepted = { tos: { accepted: true } }

async function ok(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert(status === 200 || status === 201, text)
  return body
}

interface Row {
  sequence: number
  kind: string
  record_id: string
  operation: string
  body: string | null
}

const logOf = ({ broadcastId }: TestTenant): Promise<Row[]> =>
  one.platform.db.query(sql`
    select sequence, kind, record_id, operation, body from changes where broadcast_id = ${broadcastId} order by sequence`)

/** The hosts after replaying the log up to a sequence number. */
function replay(log: Row[], through: number): Map<string, AnyRecord> {
  const hosts = new Map<string, AnyRecord>()
  for (const { sequence, kind, record_id: id, operation, body } of log) {
    if (sequence > through || kind !== 'broadcastHost') continue
    if (operation === 'delete') hosts.delete(id)
    else hosts.set(id, JSON.parse(body ?? '{}'))
  }
  return hosts
}

const titles = (hosts: Iterable<AnyRecord>) => new Map([...hosts].map(({ _id, title }) => [_id, title]))

/** Updates pairs of hosts to the same title, and creates and deletes others, on both nodes, until stopped. */
async function hammer(here: TestTenant, pairs: [string, string][]): Promise<{ stop(): Promise<number> }> {
  let isOver = false
  let writes = 0
  const path = `${here.path}/broadcastHosts`
  const writer = async (api: Api, pair: [string, string], name: string) => {
    for (let turn = 0; !isOver; turn++) {
      const operations = pair.map((id) => ({ op: 'update', id, body: { title: `${name} ${turn}` } }))
      await ok(api('POST', `${path}/batch`, { mode: 'atomic', operations }))
      const { _id } = await ok(api('POST', path, { title: 'passing' }))
      if (turn % 2) await api('DELETE', `${path}/${_id}`)
      writes += 3
    }
  }
  const apis = [one, other].map(({ url }) => apiWith(url, { 'x-api-key': here.key }))
  const writers = pairs.map((pair, index) => writer(apis[index % 2] ?? here.api, pair, `writer ${index}`))
  return {
    async stop() {
      isOver = true
      await Promise.all(writers)
      return writes
    },
  }
}

async function newPairs(here: TestTenant): Promise<[string, string][]> {
  const pairs: [string, string][] = []
  for (let number = 0; number < 4; number++) {
    const make = async (): Promise<string> =>
      (await ok(here.api('POST', `${here.path}/broadcastHosts`, { title: 'start' })))._id
    pairs.push([await make(), await make()])
  }
  return pairs
}

test('revisions made on two nodes during writes each equal the log up to their sequence number', async () => {
  const here = await one.newTenant()
  const pairs = await newPairs(here)
  const hammering = await hammer(here, pairs)
  const nodes = [one, other].map(({ url }) => apiWith(url, { 'x-api-key': here.key }))
  const revisions = await Promise.all(
    nodes.map(async (api) => {
      const made: AnyRecord[] = []
      for (let turn = 0; turn < 8; turn++) made.push(await ok(api('POST', `${here.path}/revisions`, accepted)))
      return made
    }),
  )
  const writes = await hammering.stop()
  assert(writes > 20, `only ${writes} writes ran concurrently with the revisions`)
  const log = await logOf(here)
  assert.deepEqual(
    log.map(({ sequence }) => sequence),
    log.map((_, index) => index + 1),
  )
  for (const [index, { _id, sequence, stats }] of revisions.flat().entries()) {
    const hosts = replay(log, Number(sequence))
    assert.equal(Object(stats).broadcastHost, hosts.size)
    for (const pair of pairs) {
      const [left, right] = pair.map((id) => hosts.get(id)?.title)
      assert.equal(left, right, 'a revision contains a transaction completely or not at all')
    }
    if (index % 4) continue
    for (const [id, host] of hosts) {
      const { body } = await here.api('GET', `${here.path}/broadcastHosts/${id}?at=${_id}`)
      assert.deepEqual(body, host)
    }
  }
})

test('a restore during writes on two nodes leaves, at its sequence number, exactly the content of the revision', async () => {
  const here = await one.newTenant()
  const pairs = await newPairs(here)
  const { _id, sequence } = await ok(here.api('POST', `${here.path}/revisions`, accepted))
  const hammering = await hammer(here, pairs)
  const done: { sequence: number; restored: { changed: number } }[] = []
  for (let turn = 0; turn < 6; turn++) {
    const { url } = turn % 2 ? one : other
    done.push(await ok(apiWith(url, { 'x-api-key': here.key })('POST', `${here.path}/revisions/${_id}/restore`)))
  }
  await hammering.stop()
  const log = await logOf(here)
  const expected = titles(replay(log, sequence).values())
  for (const restore of done) assert.deepEqual(titles(replay(log, restore.sequence).values()), expected)
  assert(done.some(({ restored }) => restored.changed > 0))
})

test('kill -9 while creating and restoring revisions leaves each complete or not at all', inOnePlace, async (t) => {
  const here = await one.newTenant()
  const { db } = one.platform
  const path = `${here.path}/broadcastHosts`
  const batch = (operations: object[]) => ok(here.api('POST', `${path}/batch`, { mode: 'atomic', operations }))
  const made = await batch(
    Array.from({ length: 300 }, (_, number) => ({ op: 'create', body: { title: 'old', _reference: `r${number}` } })),
  )
  const ids: string[] = made.results.map(({ id }: { id: string }) => id)
  const revision = await ok(here.api('POST', `${here.path}/revisions`, accepted))
  await batch(ids.map((id, index) => (index % 3 ? { op: 'update', id, body: { title: 'new' } } : { op: 'delete', id })))
  await batch(Array.from({ length: 100 }, () => ({ op: 'create', body: { title: 'new' } })))
  const changed = (await logOf(here)).length
  const kinds = async () =>
    new Set([...replay(await logOf(here), Number.MAX_SAFE_INTEGER).values()].map((host) => host.title))

  const installation = await migratedInstallation(t, {
    ...databaseEnv(one.config.databaseUrl ?? ''),
    MARQUEE_SECRET_KEY: secretKey,
    MARQUEE_RATE_LIMIT: 'off',
  })
  const api = apiWith(installation.url, { 'x-api-key': here.key })
  const restoring = () =>
    api('POST', `${here.path}/revisions/${revision._id}/restore`).then(
      ({ status }) => status,
      () => 'cut off',
    )

  let service = await installation.serve()
  const blocked = new Error('over')
  let outcome: Promise<unknown> = Promise.resolve()
  await db
    .transaction(async (tx) => {
      // Another transaction holds the reference of a host to be restored: the restore waits, with its deletions done.
      await tx.query(sql`
        insert into records (broadcast_id, kind, id, body, keys, reference)
        values (${here.broadcastId}, 'broadcastHost', ${newObjectId(0)}, '{}', '{}', 'r0')`)
      outcome = restoring()
      const isWaiting = async () =>
        (
          await db.query(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into records%'`,
          )
        ).length > 0
      await until(isWaiting, 'a restore in the middle of its writes')
      await service.kill()
      throw blocked
    })
    .catch((error: unknown) => assert.equal(error, blocked))
  assert.equal(await outcome, 'cut off')
  assert.equal((await logOf(here)).length, changed)
  assert.deepEqual(await kinds(), new Set(['new']))

  service = await installation.serve()
  const freezing = async () => {
    while ((await api('POST', `${here.path}/revisions`, accepted).catch(() => undefined))?.status === 201);
  }
  const frozen = [freezing(), freezing(), restoring()]
  await until(async () => (await logOf(here)).length > changed + 6, 'revisions that are made')
  await service.kill()
  await Promise.all(frozen)

  const log = await logOf(here)
  assert.deepEqual(
    log.map(({ sequence }) => sequence),
    log.map((_, index) => index + 1),
  )
  assert.equal((await kinds()).size, 1, 'a restore happens completely or not at all')
  const newest = log.findLast(({ kind }) => kind === 'revision')?.record_id
  assert.equal((await ok(here.api('GET', here.path))).revisionId, newest)
  await ok(here.api('POST', `${here.path}/revisions/${revision._id}/restore`))
  assert.deepEqual(
    titles(replay(await logOf(here), Number.MAX_SAFE_INTEGER).values()),
    new Map(ids.map((id) => [id, 'old'])),
  )
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Db, openDb } from '../../src/store/db.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { openReplica } from '../../src/store/replica.ts'
import { sql } from '../../src/store/sql.ts'
import { urlOf } from '../support/database.ts'
import { freePort, newInstallation } from '../support/process.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '../support/replica.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }
const secretKey = randomBytes(32).toString('base64')

let database: ReplicatedDatabase
/** Reads from the replica, and caches nothing. */
let service: TestService
/** Knows of no replica. */
let other: TestService

before(async () => {
  database = await openReplicatedDatabase()
  const existing = { url: database.primaryUrl, secretKey }
  const metricsPort = String(await freePort())
  service = await startService(
    { MARQUEE_REPLICA_URL: database.replicaUrl, MARQUEE_CACHE_MB: '0', MARQUEE_METRICS_PORT: metricsPort },
    existing,
  )
  other = await startService({ MARQUEE_CACHE_MB: '0' }, existing)
})

after(async () => {
  await service?.stop()
  await other?.stop()
  await database?.close()
})

const reads = () => ({ ...(service.platform.replica?.reads() ?? assert.fail()) })
const pause = () => database.replica.ask('select pg_wal_replay_pause()')
const resume = () => database.replica.ask('select pg_wal_replay_resume()')

/** Reads until the replica has answered one more. */
async function untilAnswered(read: () => Promise<unknown>): Promise<void> {
  const { answered } = reads()
  await until(async () => {
    await read()
    return reads().answered > answered
  }, 'an answer of the replica')
}

test('the replica answers reads, and every read contains the write before it', bounded, async () => {
  const { api, path } = await service.newTenant()
  const { _id: id } = (await api('POST', `${path}/broadcastHosts`, { title: 'Start' })).body
  const before = reads().answered
  for (let round = 0; round < 40; round++) {
    const title = `Round ${round}`
    assert.equal((await api('PATCH', `${path}/broadcastHosts/${id}`, { title })).status, 200)
    assert.equal((await api('GET', `${path}/broadcastHosts/${id}`)).body.title, title)
    assert.equal((await api('GET', `${path}/broadcastHosts?limit=1`)).body.data[0].title, title)
  }
  await untilAnswered(() => api('GET', `${path}/broadcastHosts/${id}`))
  assert(reads().answered > before)
})

test('while the replay is paused no read is stale, after a write of this node or of another', bounded, async () => {
  const { api, path, key } = await service.newTenant()
  const onOther = async (method: string, address: string, body: unknown) => {
    const response = await fetch(other.url + path + address, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert(response.ok)
    return response
  }
  const { _id: id } = (await api('POST', `${path}/broadcastHosts`, { title: 'Before' })).body
  await untilAnswered(() => api('GET', `${path}/broadcastHosts/${id}`))
  const stored = async () =>
    (await database.replica.ask(`select body->>'title' as title from records where id = '${id}'`))[0].title
  assert.equal(await stored(), 'Before')

  await pause()
  try {
    const { behind } = reads()
    for (const [write, title] of [
      [api, 'Here'],
      [(method: string, address: string, body: unknown) => onOther(method, address.slice(path.length), body), 'There'],
    ] as const) {
      await write('PATCH', `${path}/broadcastHosts/${id}`, { title })
      const seen = [
        (await api('GET', `${path}/broadcastHosts/${id}`)).body.title,
        (await api('GET', `${path}/broadcastHosts?limit=1`)).body.data[0].title,
        (await api('GET', `${path}/changes?since=0&limit=500`)).body.data.at(-1).record.title,
        (await api('GET', `${path}/broadcastHosts/${id}/history`)).body.data[0].record.title,
        (await api('GET', `${path}/search?q=${title}`)).body.data[0]?.title,
        (await api('GET', `${path}/bundle`)).status,
      ]
      assert.deepEqual(seen, [title, title, title, title, title, 200])
    }
    assert.equal(await stored(), 'Before', 'the replica itself is stale')
    assert(reads().behind > behind)
    const metrics = await (await fetch(`http://127.0.0.1:${service.config.metrics?.port}/metrics`)).text()
    assert.match(metrics, /^marquee_replica_lag_seconds [\d.e-]+$/m)
    assert.match(metrics, /^marquee_replica_reads_total\{result="behind"\} [1-9]/m)
  } finally {
    await resume()
  }
  await untilAnswered(() => api('GET', `${path}/broadcastHosts/${id}`))
  assert.equal(await stored(), 'There')
})

test('a reader never sees less than what was committed before it asked, nor than it saw before', bounded, async (t) => {
  const primary = openDb(database.primaryUrl, { maxConnections: 6 })
  const replica = openReplica(primary, database.replicaUrl, { maxConnections: 4 })
  t.after(() => replica.db.close())
  await primary.transaction((tx) => tx.script('create table counted (value integer not null)'))
  await primary.transaction((tx) => tx.query(sql`insert into counted values (0)`))
  const valueIn = async (reader: Pick<Db, 'query'>) =>
    (await reader.query<{ value: number }>(sql`select value from counted`))[0]?.value ?? assert.fail()
  let committed = 0
  let isOver = false
  const read = async (ask: () => Promise<number>) => {
    for (let last = 0; !isOver; ) {
      const least = Math.max(last, committed)
      last = await ask()
      assert(last >= least, `read ${last} after ${least}`)
    }
  }
  const write = async () => {
    for (let round = 1; round <= 300; round++) {
      await primary.transaction((tx) => tx.query(sql`update counted set value = value + 1`))
      committed = round
      if (round % 60 === 20) await pause()
      if (round % 60 === 40) await resume()
      // Lets the replica catch up, so that it answers some.
      if (round % 60 === 0) {
        const { answered } = replica.reads()
        await until(() => replica.reads().answered > answered, 'an answer of the replica')
      }
    }
  }
  const readers = [
    read(() => valueIn(replica.db)),
    read(() => valueIn(replica.db)),
    read(() => replica.db.snapshot(valueIn)),
  ]
  await write().finally(() => {
    isOver = true
  })
  await Promise.all(readers)
  const { answered, behind, failed } = replica.reads()
  assert(answered > 0 && behind > 0, JSON.stringify({ answered, behind }))
  assert.equal(failed, 0)
  await primary.transaction((tx) => tx.script('drop table counted'))
})

test('without the replica reads go to the primary, and back to the replica when it runs again', bounded, async () => {
  const { api, path } = await service.newTenant()
  const read = async () => assert.equal((await api('GET', `${path}/broadcastHosts`)).status, 200)
  await untilAnswered(read)
  await database.replica.stop()
  await read()
  assert(service.logLines.some((line) => line.includes('the replica cannot be used')))
  await database.replica.start()
  await untilAnswered(read)
  assert(service.logLines.some((line) => line.includes('the replica answers reads again')))
})

test('a statement that a replica cannot answer is answered by the primary', bounded, async () => {
  const { db } = service.platform
  await untilAnswered(() => db.query(sql`select count(*) from users`))
  const { answered } = reads()
  await db.query(sql`select pg_notify('nobody', '')`)
  await db.query(sql`select id from users limit 1 for update`)
  await db.query(sql`with gone as (delete from users where id = '' returning id) select id from gone`)
  assert.equal(reads().answered, answered)
  await assert.rejects(db.query(sql`select nonsense from users`), { code: '42703' })
})

test('a server that is no replica of the database is not asked', bounded, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-foreign-'))
  const foreign = await openEmbeddedPostgres({ dataDir: folder, role: 'command' })
  t.after(async () => {
    await foreign.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const [url, reason] of [
    [urlOf(foreign.connection, foreign.connection.database), /not a replica of the database of DATABASE_URL/],
    ['postgres://nobody@127.0.0.1:1/none', /ECONNREFUSED/],
  ] as const) {
    const reasons: unknown[] = []
    const primary = openDb(database.primaryUrl, { maxConnections: 2 })
    const replica = openReplica(primary, url, { maxConnections: 2, onLost: (error) => reasons.push(error) })
    assert.deepEqual(await replica.db.query(sql`select 1 as one`), [{ one: 1 }])
    assert.equal(replica.reads().answered, 0)
    assert.match(String(reasons[0]), reason)
    await replica.db.close()
  }
  const primary = openDb(database.primaryUrl, { maxConnections: 2 })
  const itself = openReplica(primary, database.primaryUrl, { maxConnections: 2 })
  assert.deepEqual(await itself.db.query(sql`select 1 as one`), [{ one: 1 }])
  assert.deepEqual({ ...itself.reads() }, { answered: 0, behind: 1, failed: 0, resting: 0 })
  await itself.db.close()
})

test('the doctor says how far the replica is behind', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_SECRET_KEY: secretKey, DATABASE_URL: database.primaryUrl })
  const findingWith = async (url: string) => {
    const { ok, findings } = await installation.ask(['doctor'], { MARQUEE_REPLICA_URL: url })
    assert.equal(ok, true)
    return findings.find(({ name }: { name: string }) => name === 'replica')
  }
  const fine = await findingWith(database.replicaUrl)
  assert.equal(fine.verdict, 'ok', fine.message)
  assert.match(fine.message, /^\d+ bytes and \d+\.\d s behind$/)
  const missing = await findingWith('postgres://nobody@127.0.0.1:1/none')
  assert.equal(missing.verdict, 'warning')
  assert.match(missing.message, /^cannot be used: /)
})

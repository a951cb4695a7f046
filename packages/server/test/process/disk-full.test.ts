import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import sharp from 'sharp'
import { assertProblem } from '../support/problem.ts'
import { type Installation, newInstallation } from '../support/process.ts'
import { apiWith, type Reply, startService } from '../support/service.ts'
import { shownIn } from '../support/shown.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const bounded = {
  timeout: 240_000,
  skip: process.getuid?.() !== 0 && 'only root can mount the small disk that this fills',
}

test(
  'on a full disk reads work, writes and uploads are refused with the reason, until there is space again',
  bounded,
  async (t) => {
    const installation = await onSmallDisk(t)
    const service = await installation.serve()
    const { key, path } = shownIn(service.welcome)
    const api = apiWith(installation.url, { 'x-api-key': key })
    const { body: session } = await api('POST', `${path}/broadcastSessions`, { title: 'Searchable words' })
    assert.equal((await api('GET', `${path}/search?q=searchable`)).body.data.length, 1)
    const release = await fill(installation)

    const isFull = (reply: Reply) => reply.status === 503 && reply.body.code === 'storage_full'
    await until(async () => isFull(await api('GET', '/readyz')), 'a service that says that its disk is full')
    for (let turn = 0; turn < 20; turn++) {
      const refused = await api('POST', `${path}/broadcastSessions`, { title: 'x'.repeat(5_000) })
      assertProblem(refused, { status: 503, code: 'storage_full' })
      assert.match(refused.body.detail, /The disk is full/)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal((await api('GET', `${path}/broadcastSessions/${session._id}`)).body.title, 'Searchable words')
      assert.equal((await api('GET', `${path}/broadcastSessions?limit=5&skip=${turn}`)).status, 200)
    }
    assert.equal((await api('GET', `${path}/search?q=searchable`)).body.data.length, 1)
    assertProblem(await upload(installation, key, path), { status: 503, code: 'storage_full' })
    assert.deepEqual(await readdir(join(installation.dataDir, 'media/incoming')).catch(() => []), [])

    await release()
    await until(async () => (await api('GET', '/readyz')).status === 200, 'a service that is ready again')
    assert.equal((await api('POST', `${path}/broadcastSessions`, { title: 'There is space' })).status, 201)
    assert.equal((await upload(installation, key, path)).status, 201)
    assert.equal((await service.stop()).code, 0)
    assert.deepEqual(await installation.findPostgres(), [])
  },
)

test('a PostgreSQL that dies of a full disk is restarted as soon as there is space', bounded, async (t) => {
  const installation = await onSmallDisk(t)
  const service = await installation.serve()
  const { key, path } = shownIn(service.welcome)
  const api = apiWith(installation.url, { 'x-api-key': key })
  const { body: session } = await api('POST', `${path}/broadcastSessions`, { title: 'Kept' })
  const client = await connectBeside(installation)
  const release = await fill(installation)
  // Another process fills the disk until PostgreSQL cannot write its log.
  await assert.rejects(async () => {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`)
  })
  await until(() => /could not be started/.test(service.stderr()), 'a start that fails')
  assertProblem(await api('GET', `${path}/broadcastSessions/${session._id}`), { status: 503, code: 'unavailable' })
  assert.equal((await api('GET', '/livez')).status, 200)

  await release()
  await until(async () => (await api('GET', '/readyz')).status === 200, 'a service that is ready again')
  assert.equal((await api('GET', `${path}/broadcastSessions/${session._id}`)).body.title, 'Kept')
  assert.equal((await api('POST', `${path}/broadcastSessions`, { title: 'There is space' })).status, 201)
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test(
  'a full media disk refuses uploads with a message, still serves images, and keeps no partial files',
  bounded,
  async (t) => {
    const { folder, remove } = await smallDisk('6m')
    const service = await startService({ MARQUEE_DATA_DIR: folder })
    t.after(async () => {
      await service.stop()
      await remove()
    })
    const { path, key } = await service.newTenant()
    const red = { create: { width: 900, height: 600, channels: 3, background: '#ff0000' } } as const
    const { body: kept } = await upload(service, key, path, await sharp(red).png().toBuffer(), 'red.png')
    const release = await fill({ dataDir: folder })
    const before = await filesBelow(folder)

    for (const bytes of [Buffer.alloc(2_000_000, 'plain text '), Buffer.alloc(40_000, 'plain text ')]) {
      const refused = await upload(service, key, path, bytes)
      assertProblem(refused, { status: 503, code: 'storage_full' })
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    }
    const picture = await fetch(`${kept.data[0].mediaUrl}?w=512&format=png`)
    assert.equal(picture.status, 200)
    assert.equal((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width, 512)
    assert.deepEqual(await filesBelow(folder), before)

    await release()
    assert.equal((await upload(service, key, path)).status, 201)
  },
)

/** An installation whose data folder is on a separate disk with space for little more than the database. */
async function onSmallDisk(t: TestContext): Promise<Installation> {
  const disk = await smallDisk('300m')
  const installation = await newInstallation(t, { MARQUEE_DATA_DIR: join(disk.folder, 'data') })
  // After the cleanup of the installation, when no process uses the disk.
  t.after(disk.remove)
  return installation
}

async function smallDisk(size: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  return {
    folder,
    async remove() {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

/** Fills the disk, and returns a function that frees it again. */
async function fill({ dataDir }: { dataDir: string }): Promise<() => Promise<void>> {
  const file = join(dataDir, 'filler')
  for (let at = 0; ; at++) {
    const { bavail, bsize } = await statfs(dataDir)
    if (bavail === 0) break
    const bytes = Math.min(bavail * bsize, 32 * 1_048_576)
    await writeFile(`${file}-${at}`, Buffer.alloc(bytes)).catch(() => {})
  }
  return async () => {
    for (const name of await readdir(dataDir)) if (name.startsWith('filler')) await rm(join(dataDir, name))
  }
}

async function connectBeside({ dataDir }: Installation): Promise<pg.Client> {
  const host = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
  const client = new pg.Client({ host, port: 5432, user: 'marquee', database: 'marquee' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function upload(
  { url }: { url: string },
  key: string,
  path: string,
  bytes: Buffer = Buffer.alloc(2_000_000, 'plain text '),
  name = 'notes.txt',
): Promise<Reply> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(`${url}${path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

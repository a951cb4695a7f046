import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { AnyRecord } from '@marquee/model'
import { createBucketFiles } from '../../src/media/bucket-files.ts'
import { createIncoming } from '../../src/media/incoming.ts'
import { sql } from '../../src/store/sql.ts'
import { freePort, newInstallation } from '../support/process.ts'
import { apiWith, startService, type TestService, type TestTenant } from '../support/service.ts'
import { formOf, picture } from './samples.ts'

/** An S3-compatible server with its own folder. */
interface S3Server {
  run(): Promise<unknown>
  close(): Promise<void>
  httpServer?: Server
}
const S3: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

let folder: string
let s3: S3Server
let port: number
let one: TestService
let other: TestService
let tenant: TestTenant

const start = async () => {
  s3 = new S3({ port, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: 'media' }] })
  await s3.run()
}

const env = () => ({
  MARQUEE_MEDIA_BUCKET: 'media',
  MARQUEE_MEDIA_ENDPOINT: `http://127.0.0.1:${port}`,
  MARQUEE_MEDIA_ACCESS_KEY: 'S3RVER',
  MARQUEE_MEDIA_SECRET_KEY: 'S3RVER',
})

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-test-bucket-'))
  port = await freePort()
  await start()
  one = await startService(env())
  const secretKey = one.config.secretKeys?.[0]?.toString('base64') ?? assert.fail()
  other = await startService(env(), { url: one.config.databaseUrl ?? assert.fail(), secretKey })
  tenant = await one.newTenant()
})
after(async () => {
  await other.stop()
  await one.stop()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

async function upload(bytes: Buffer, name = 'a.png'): Promise<Response> {
  return fetch(`${one.url}${tenant.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.key },
    body: formOf([{ name, bytes }]),
  })
}

/** The URL of a media at another node. */
const there = ({ mediaUrl }: AnyRecord, query = '') => String(mediaUrl).replace(one.url, other.url) + query
const objects = async () => (await readdir(folder, { recursive: true })).filter((name) => /_object$/.test(name))

test('files are stored in the bucket, and every node serves them whole, by range and in other sizes', async () => {
  const bytes = await picture('png', { width: 300, height: 200 })
  const reply = await upload(bytes)
  assert.equal(reply.status, 201)
  const { data } = (await reply.json()) as { data: [AnyRecord] }
  const whole = await fetch(there(data[0]))
  assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'image/png'])
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
  const part = await fetch(there(data[0]), { headers: { range: 'bytes=10-19' } })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, bytes.subarray(10, 20)])
  for (const node of [there(data[0]), String(data[0].mediaUrl)])
    assert.equal((await fetch(`${node}?w=64&format=webp`)).headers.get('content-type'), 'image/webp')
  assert.equal((await objects()).length, 2)
  assert.deepEqual(
    await readdir(join(one.config.dataDir, 'media')).catch(() => []),
    [],
    'nothing is stored in the data folder',
  )

  const gone = await apiWith(other.url, { 'x-api-key': tenant.key })('DELETE', `${tenant.path}/medias/${data[0]._id}`)
  assert.equal(gone.status, 200)
  for (const query of ['', '?w=64&format=webp']) {
    assert.equal((await fetch(there(data[0], query))).status, 404)
    assert.equal((await fetch(String(data[0].mediaUrl) + query)).status, 404)
  }
  await one.platform.media.sweep()
  assert.equal((await objects()).length, 2, 'the trash keeps them')
  assert.equal((await tenant.api('DELETE', `${tenant.path}/trash`)).status, 200)
  await one.platform.media.sweep()
  assert.deepEqual(await objects(), [])
})

test('the same file uploaded to two nodes at once is stored once', async () => {
  const bytes = await picture('png', { width: 123, height: 45 })
  const replies = await Promise.all(
    [one, other, one, other].map(({ url }) =>
      fetch(`${url}${tenant.path}/medias/upload`, {
        method: 'POST',
        headers: { 'x-api-key': tenant.key },
        body: formOf([{ name: 'a.png', bytes }]),
      }),
    ),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.equal((await objects()).length, 1)
  const rows = await one.platform.db.query(sql`select state from stored_files`)
  assert.deepEqual(rows, [{ state: 'kept' }])
})

test('temporary files of uploads are in a folder that no other user can write to', async (t) => {
  const { TMPDIR } = process.env
  const shared = await mkdtemp(join(tmpdir(), 'marquee-test-shared-'))
  t.after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(shared, { recursive: true, force: true })
  })
  process.env.TMPDIR = shared
  const incoming = createIncoming(undefined)
  await (await incoming.receive(Readable.from([Buffer.from('private')]))).discard()
  const [name = assert.fail()] = await readdir(shared)
  assert.equal(name, `marquee-incoming-${process.getuid?.()}`)
  assert.equal((await stat(join(shared, name))).mode & 0o777, 0o700)
  await chmod(join(shared, name), 0o777)
  await assert.rejects(incoming.receive(Readable.from([Buffer.from('open')])), /is accessible to other users/)
  assert.deepEqual(await readdir(join(shared, name)), [])
})

test('while the bucket is unreachable an upload returns 503 and leaves nothing behind', async () => {
  await s3.close()
  try {
    const reply = await upload(await picture('png', { width: 50, height: 5 }))
    assert.equal(reply.status, 503)
    assert.equal(((await reply.json()) as { code: string }).code, 'unavailable')
  } finally {
    await start()
  }
  await one.platform.media.sweep({ isAlone: false })
  one.clock.advance(2 * 3_600_000)
  await one.platform.media.sweep()
  const states = await one.platform.db.query(sql`select state from stored_files`)
  assert.deepEqual(states, [{ state: 'kept' }])
})

test('opening a missing key returns undefined, and removing it succeeds', async () => {
  const files = createBucketFiles(
    {
      name: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    (error) => assert.fail(String(error)),
  )
  assert.equal(await files.open('nothing/here'), undefined)
  assert.deepEqual(await files.list('nothing'), [])
  await files.remove('nothing/here')
  await files.removeFolder('nothing')
})

test('the doctor reports whether the bucket is usable, without its secret', async (t) => {
  const { run } = await newInstallation(t, env())
  assert.match((await run(['doctor'])).stdout, /^ok +media +the bucket media is reachable$/m)
  const other = await run(['doctor'], { MARQUEE_MEDIA_BUCKET: 'missing', MARQUEE_MEDIA_SECRET_KEY: 'wrong-and-secret' })
  assert.equal(other.code, 1)
  assert.match(other.stdout, /^FAILURE +media +the bucket missing cannot be used: \w+/m)
  assert.doesNotMatch(other.stdout + other.stderr, /wrong-and-secret/)
})

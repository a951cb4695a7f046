import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDb } from '../../src/store/db.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { sql } from '../../src/store/sql.ts'
import { migratedInstallation } from '../support/process.ts'
import { apiWith } from '../support/service.ts'
import { until } from '../support/until.ts'
import { formOf, picture, rawForm, rawFormType } from './samples.ts'
import { photo, secret } from './with-metadata.ts'

test('after kill -9 during uploads every acknowledged file exists, and nothing else', async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_RATE_LIMIT: 'off', MARQUEE_LOG_LEVEL: 'warn' })
  let service = await installation.serve()
  const demo = await installation.ask(['demo'])
  const path = `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const api = apiWith(installation.url, { 'x-api-key': demo.apiKey })
  const upload = (bytes: Buffer) =>
    fetch(`${installation.url}${path}/medias/upload`, {
      method: 'POST',
      headers: { 'x-api-key': demo.apiKey },
      body: formOf([{ name: 'a.bin', bytes }]),
    })
  const folder = join(installation.dataDir, 'media')
  const incoming = () => readdir(join(folder, 'incoming')).catch((): string[] => [])
  const originals = async () =>
    (await readdir(join(folder, 'files', demo.broadcastId), { recursive: true }).catch((): string[] => [])).filter(
      (name) => name.endsWith('original'),
    )
  const acknowledged = new Map<string, Buffer>()
  const first = await upload(await picture('png'))
  assert.equal(first.status, 201)
  const before = (await api('GET', `${path}/medias?limit=0`)).body.metadata.total

  for (let life = 0; life < 1; life++) {
    // One upload stalls in the middle, others run at full speed.
    const socket = connect(installation.port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    const body = rawForm([
      { head: 'Content-Disposition: form-data; name="f"; filename="a.bin"', body: Buffer.alloc(400_000) },
    ])
    socket.write(
      `POST ${path}/medias/upload HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${demo.apiKey}\r\nContent-Type: ${rawFormType}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, 300_000))
    await until(async () => (await incoming()).length > 0, 'the beginning of a file')
    let isKilled = false
    const target = acknowledged.size + 6
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let number = 0; !isKilled; number++) {
        const bytes = Buffer.from(`${life} ${writer} ${number} `.repeat(20_000))
        const reply = await upload(bytes).catch(() => undefined)
        const text = await reply?.text().catch(() => undefined)
        if (reply?.status === 201 && text) acknowledged.set(JSON.parse(text).data[0].mediaUrl, bytes)
      }
    })
    await until(async () => acknowledged.size >= target, 'some uploads')
    isKilled = true
    await service.kill()
    socket.destroy()
    await Promise.all(writers)
    assert((await incoming()).length > 0, 'it was killed in the middle')
    service = await installation.serve()
    await until(async () => (await incoming()).length === 0, 'the end of what was cut off', 10_000)
  }

  for (const [url, bytes] of acknowledged) {
    const response = await fetch(url)
    assert.equal(response.status, 200)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  }
  const after = (await api('GET', `${path}/medias?limit=200`)).body
  const kept = after.data.filter(({ external }: { external: boolean }) => !external)
  for (const { mediaUrl } of kept) assert.equal((await fetch(mediaUrl, { method: 'HEAD' })).status, 200)
  await until(async () => (await originals()).length === kept.length, 'one file for each record', 10_000)
  assert(after.metadata.total - before >= acknowledged.size)
  await service.stop()
})

test('after kill -9 during the backfill of stripped copies all files are stripped, and none is lost', async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_RATE_LIMIT: 'off', MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  let service = await installation.serve({ MARQUEE_LOG_LEVEL: 'warn' })
  const demo = await installation.ask(['demo'])
  const path = `/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const api = apiWith(installation.url, { 'x-api-key': demo.apiKey })
  const jpeg = await photo('jpeg')
  const sent = new Map<string, Buffer>()
  for (let at = 0; at < 60; at++) {
    const bytes = Buffer.concat([jpeg, Buffer.from(`${secret} ${at}`)])
    const form = formOf([{ name: 'a.jpg', bytes }])
    const headers = { 'x-api-key': demo.apiKey }
    const reply = await fetch(`${installation.url}${path}/medias/upload`, { method: 'POST', headers, body: form })
    sent.set(JSON.parse(await reply.text()).data[0]._id, bytes)
  }
  await service.stop()

  const postgres = await openEmbeddedPostgres({ dataDir: installation.dataDir, role: 'command' })
  const db = openDb(postgres.connection, { maxConnections: 2 })
  t.after(async () => {
    await db.close()
    await postgres.close()
  })
  await db.query(sql`update stored_files set stripped_hash = null, stripped_size = null`)
  await db.query(sql`
    update records set body = (jsonb_set(body::jsonb, '{size}', '7'))::json where kind = 'media' and (body ->> 'external') = 'false'`)
  const folder = join(installation.dataDir, 'media/files', demo.broadcastId)
  for (const name of await readdir(folder)) await rm(join(folder, name, 'stripped'), { force: true })
  const left = async () => {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) as count from stored_files where stripped_hash is null`,
    )
    return row?.count ?? 0
  }
  const all = await left()
  service = await installation.serve({ MARQUEE_LOG_LEVEL: 'warn' })
  await until(async () => (await left()) < all - 2, 'the first files')
  await service.kill()
  assert((await left()) > 0, 'it was killed in the middle')

  service = await installation.serve({ MARQUEE_LOG_LEVEL: 'warn' })
  const medias = async () => (await api('GET', `${path}/medias?limit=200&filters=[{"external":false}]`)).body.data
  await until(
    async () => (await left()) === 0 && (await medias()).every(({ size }: { size: number }) => size !== 7),
    'the last file',
  )
  for (const { _id, mediaUrl, size } of await medias()) {
    const shown = Buffer.from(await (await fetch(mediaUrl)).arrayBuffer())
    assert.equal(shown.length, size)
    assert(!shown.includes(secret))
    if (!sent.has(_id)) continue
    const original = await fetch(`${installation.url}${path}/medias/${_id}/original`, {
      headers: { 'x-api-key': demo.apiKey },
    })
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), sent.get(_id))
  }
  await service.stop()
})

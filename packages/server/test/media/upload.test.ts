import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { sql } from '../../src/store/sql.ts'
import { changeRows, lastSequence } from '../support/change-rows.ts'
import { assertProblem } from '../support/problem.ts'
import { addMember, type Reply, startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { archiveEnd, chunk, font, formOf, handmadePng, picture, rawForm, rawFormType, type Sent } from './samples.ts'

const megabyte = 1_048_576

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService({ MARQUEE_QUOTA_MEDIA_MB: '60' })
  tenant = await service.newTenant()
})
after(() => service.stop())

/** Uploads files like a browser. */
async function upload(
  to: TestTenant,
  files: Sent[],
  texts: [string, string][] = [],
  headers: Record<string, string> = {},
): Promise<Reply> {
  return post(to, formOf(files, texts), headers)
}

async function post(to: TestTenant, body: FormData | Buffer, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${service.url}${to.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': to.key, ...headers },
    body: body instanceof FormData ? body : new Uint8Array(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** All files of a broadcast, on disk and in the tables. */
async function everything(broadcastId: string) {
  const root = join(service.config.dataDir, 'media')
  const names = await readdir(join(root, 'files', broadcastId), { recursive: true }).catch((): string[] => [])
  const incoming = await readdir(join(root, 'incoming')).catch((): string[] => [])
  const rows = await service.platform.db.query(
    sql`select location, state from stored_files where broadcast_id = ${broadcastId} order by 1`,
  )
  const links = await service.platform.db.query(
    sql`select media_id from media_files where broadcast_id = ${broadcastId} order by 1`,
  )
  return { names: names.sort(), incoming, rows, links, sequence: await lastSequence(service, broadcastId) }
}

test('the media type of a form ignores case, and its boundary may be quoted', async () => {
  const here = await service.newTenant()
  const head = 'Content-Disposition: form-data; name="f"; filename="a.txt"'
  const boundary = rawFormType.split('=')[1]
  for (const type of [`Multipart/Form-Data; Boundary=${boundary}`, `multipart/form-data ;boundary="${boundary}"`]) {
    const reply = await post(here, rawForm([{ head, body: 'x' }]), { 'content-type': type })
    assert.equal(reply.status, 201, `${type}: ${reply.text}`)
  }
})

describe('an upload', () => {
  test('creates a media with facts from its bytes: type, size, dimensions and color', async () => {
    const bytes = await picture('png', { width: 40, height: 20, color: '#0000ff', corner: '#0000ff' })
    const since = await lastSequence(service, tenant.broadcastId)
    const reply = await upload(
      tenant,
      [{ name: 'Le Port à l’aube.JPG', bytes, type: 'text/html' }],
      [
        ['alt', 'The port at dawn'],
        ['focalPoint', '{"x":0.25,"y":0.5}'],
      ],
    )
    assert.equal(reply.status, 201, reply.text)
    const [record] = reply.body.data
    const hash = createHash('sha256').update(bytes).digest('hex')
    assert.deepEqual(
      { ...record, _id: '', _createdAt: '', _updatedAt: '' },
      {
        _id: '',
        _userId: tenant.userId,
        mediaUrl: `${service.url}/media/${record._id}/le-port-a-l-aube-${hash.slice(0, 32)}.png`,
        external: false,
        mimeType: 'image/png',
        size: bytes.length,
        width: 40,
        height: 20,
        alt: 'The port at dawn',
        crop: null,
        focalPoint: { x: 0.25, y: 0.5 },
        color: '#0000ff',
        tags: [],
        localeDetails: null,
        metadata: {},
        _createdAt: '',
        _updatedAt: '',
        _reference: null,
      },
    )
    assert.deepEqual((await tenant.api('GET', `${tenant.path}/medias/${record._id}`)).body, record)
    const rows = await changeRows(service, tenant.broadcastId, since)
    assert.deepEqual(
      rows.map(({ kind, operation, event_types: types }) => [kind, operation, types]),
      [['media', 'create', ['media.created']]],
    )
    assert.deepEqual(Buffer.from(await (await fetch(record.mediaUrl)).arrayBuffer()), bytes)
  })

  test('of several files creates a media for each in their order, all or none', async () => {
    const small = { width: 4, height: 4 }
    const files = await Promise.all(
      (['jpeg', 'webp', 'gif', 'avif'] as const).map(async (format) => ({
        name: `a.${format}`,
        bytes: await picture(format, small),
      })),
    )
    const texts = ['one', 'two', 'three', 'four', 'five'].map((text): [string, string] => ['alt', text])
    const reply = await upload(tenant, [...files, { name: 'f.ttf', bytes: font() }], texts)
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(
      reply.body.data.map(({ mimeType, alt }: Record<string, string>) => [mimeType, alt]),
      [
        ['image/jpeg', 'one'],
        ['image/webp', 'two'],
        ['image/gif', 'three'],
        ['image/avif', 'four'],
        ['font/ttf', 'five'],
      ],
    )
    const before = await everything(tenant.broadcastId)
    const cut = (await picture('jpeg')).subarray(0, 900)
    const refused = await upload(tenant, [
      { name: 'good.png', bytes: await picture('png', { color: '#123456' }) },
      { name: 'bad.jpg', bytes: cut },
    ])
    assertProblem(refused, { status: 400, code: 'invalid', pointer: '/files/1', error: 'broken_image' })
    assert.deepEqual(await everything(tenant.broadcastId), before)
  })

  test('of the same content is stored once, and counted once', async () => {
    const here = await service.newTenant()
    const bytes = await picture('png', { width: 90, height: 90 })
    const first = await upload(here, [{ name: 'a.png', bytes }])
    const both = await upload(here, [
      { name: 'b.png', bytes },
      { name: 'c.png', bytes },
    ])
    const all = [first.body.data[0], ...both.body.data]
    assert.equal(new Set(all.map(({ _id }) => _id)).size, 3)
    const { names, rows, incoming } = await everything(here.broadcastId)
    assert.equal(names.filter((name) => name.endsWith('original')).length, 1)
    assert.equal(rows.length, 1)
    assert.deepEqual(incoming, [])
    const usage = (await here.api('GET', `${here.path}/usage`)).body.mediaBytes
    assert.deepEqual(usage, { used: bytes.length, limit: 60 * megabyte })
    for (const { mediaUrl } of all) assert.equal((await fetch(mediaUrl)).status, 200)
    await here.api('DELETE', `${here.path}/medias/${all[0]._id}`)
    assert.equal((await fetch(all[0].mediaUrl)).status, 404)
    assert.equal((await fetch(all[1].mediaUrl)).status, 200)
  })

  test('repeated with the same Idempotency-Key returns the same response, and stores nothing twice', async () => {
    const here = await service.newTenant()
    const files = [{ name: 'a.png', bytes: await picture('png', { width: 30 }) }]
    const headers = { 'idempotency-key': 'once' }
    const first = await upload(here, files, [], headers)
    const again = await upload(here, files, [], headers)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await upload(here, [{ name: 'a.png', bytes: await picture('png', { width: 31 }) }], [], headers)
    assertProblem(other, { status: 422, code: 'idempotency_key_reused' })
    const { rows, links } = await everything(here.broadcastId)
    assert.deepEqual([rows.length, links.length], [1, 1])
  })

  test('has the dimensions after applying the EXIF orientation', async () => {
    const bytes = await sharp(await picture('jpeg', { width: 80, height: 40 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { width, height } = (await upload(tenant, [{ name: 'a.jpg', bytes }])).body.data[0]
    assert.deepEqual([width, height], [40, 80])
  })

  test('sanitizes an SVG before it is stored', async () => {
    const bytes = '<svg width="10" height="5"><script>alert(1)</script><rect onload="x()" width="2"/></svg>'
    const [record] = (await upload(tenant, [{ name: 'logo.svg', bytes }])).body.data
    assert.deepEqual([record.mimeType, record.width, record.height], ['image/svg+xml', 10, 5])
    const kept = await (await fetch(record.mediaUrl)).text()
    assert.equal(kept, '<svg width="10" height="5" xmlns="http://www.w3.org/2000/svg"><rect width="2"/></svg>')
    assert.equal(record.size, kept.length)
  })

  test('requires the right to write content', async () => {
    const reader = { ...tenant, key: await service.newKey(tenant.broadcastId, ['read']) }
    const file = { name: 'a.txt', bytes: 'x' }
    assertProblem(await upload(reader, [file]), { status: 403, code: 'insufficient_scope' })
    assertProblem(await upload({ ...tenant, key: (await service.newTenant()).key }, [file]), { status: 404 })
    const viewer = await addMember(service, tenant, 'viewer')
    assertProblem(await viewer('POST', `${tenant.path}/medias/upload`, '--x--', { 'content-type': rawFormType }), {
      status: 403,
      code: 'insufficient_role',
    })
  })

  test('can have at most 50 MiB per file', async () => {
    const here = await service.newTenant()
    const bytes = Buffer.alloc(50 * megabyte)
    const whole = await upload(here, [{ name: 'big.bin', bytes }])
    assert.equal(whole.status, 201, whole.text)
    assert.equal(whole.body.data[0].mimeType, 'application/octet-stream')
    const before = await everything(here.broadcastId)
    const larger = await upload(here, [{ name: 'big.bin', bytes: Buffer.alloc(50 * megabyte + 1) }])
    assertProblem(larger, { status: 413, code: 'body_too_large' })
    assert.deepEqual(await everything(here.broadcastId), before)
  })
})

describe('a quota', () => {
  test('limits the total bytes, and only one of several concurrent uploads gets the rest', async () => {
    const here = await service.newTenant()
    const sent = (seed: number) => [{ name: 'a.bin', bytes: Buffer.alloc(0.9 * megabyte, seed) }]
    await service.platform.db.query(sql`
      insert into stored_files (broadcast_id, location, state, hash, size, mime_type, created_at)
      values (${here.broadcastId}, 'under way', 'arriving', 'x', ${58 * megabyte}, 'text/plain', ${new Date(service.clock.now())})`)
    const replies = await Promise.all([1, 2, 3].map((seed) => upload(here, sent(seed))))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 403])
    const refused = replies.find(({ status }) => status === 403)
    assert(refused)
    assertProblem(refused, { status: 403, code: 'quota_exceeded' })
    const { rows, incoming, names } = await everything(here.broadcastId)
    assert.deepEqual([rows.length, incoming.length], [3, 0])
    assert.equal(names.filter((name) => name.endsWith('original')).length, 2)
    // Files in the trash count until they are purged.
    const id = replies.find(({ status }) => status === 201)?.body.data[0]._id
    assert.equal((await here.api('DELETE', `${here.path}/medias/${id}`)).status, 200)
    assertProblem(await upload(here, sent(4)), { status: 403, code: 'quota_exceeded' })
    assert.equal((await here.api('DELETE', `${here.path}/trash/${id}`)).status, 200)
    assert.equal((await upload(here, sent(4))).status, 201)
  })
})

describe('a bad upload gets a clear 4xx and leaves nothing behind', () => {
  let here: TestTenant
  let before: Awaited<ReturnType<typeof everything>>
  const start = async () => {
    here ??= await service.newTenant()
    before = await everything(here.broadcastId)
  }
  const refused = async (reply: Reply, expected: Parameters<typeof assertProblem>[1]) => {
    assertProblem(reply, expected)
    assert.deepEqual(await everything(here.broadcastId), before)
  }
  const files: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['a JPEG cut off in the middle', async () => half(await noisy('jpeg')), 'broken_image'],
    ['a PNG cut off in the middle', async () => half(await noisy('png')), 'broken_image'],
    ['a WebP cut off in the middle', async () => half(await noisy('webp')), 'broken_image'],
    ['an AVIF cut off in the middle', async () => half(await noisy('avif')), 'broken_image'],
    ['a picture that is a header alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'broken_image'],
    ['a picture of 100 megapixels', () => handmadePng(10_000, 10_000, Buffer.alloc(1_000)), 'too_many_pixels'],
    ['a picture of 4 thousand million pixels', () => handmadePng(65_000, 65_000, Buffer.alloc(10)), 'too_many_pixels'],
    ['a picture with less data than it says', () => handmadePng(8_000, 7_900, Buffer.alloc(1)), 'broken_image'],
    ['a picture whose data is a bomb', () => handmadePng(10, 10, Buffer.alloc(20_000_000)), 'bomb'],
    ['a picture in countless pieces', () => withPieces(30_000), 'bomb'],
    ['a picture with a bomb in its text', () => withBomb('zTXt', 'a\0\0'), 'bomb'],
    ['a picture with a bomb in its long text', () => withBomb('iTXt', 'a\0\x01\0en\0a\0'), 'bomb'],
    ['a picture with a bomb in its colours', () => withBomb('iCCP', 'a\0\0'), 'bomb'],
    [
      'a GIF that is a script',
      () => Buffer.from('GIF89a/*\x01\0\x80\0\0\xff\xff\xff\0\0\0;*/=1;alert(1)', 'latin1'),
      'ambiguous',
    ],
    ['a GIF that begins an assignment', () => Buffer.from('GIF89a=1;alert(1)', 'latin1'), 'ambiguous'],
    ['a JPEG that begins a comment', () => Buffer.from('\xff\xd8\xff\xe0/*alert(1)', 'latin1'), 'ambiguous'],
    [
      'an image that contains an HTML page',
      async () => Buffer.concat([await picture('gif'), Buffer.from('<HTML><script>1</script>')]),
      'ambiguous',
    ],
    ['a picture with a program in its comment', async () => withComment(await picture('png')), 'ambiguous'],
    [
      'an image followed by an archive',
      async () => Buffer.concat([await picture('gif'), Buffer.from('PK\x03\x04'), archiveEnd()]),
      'ambiguous',
    ],
    ['a PDF that is a page', () => Buffer.from('%PDF-1.4\n<html><script>alert(1)</script>'), 'ambiguous'],
    ['a drawing that is a bomb', () => Buffer.from('<!DOCTYPE svg [<!ENTITY a "ha">]><svg>&a;</svg>'), 'unsafe'],
    ['nothing at all', () => Buffer.alloc(0), 'empty'],
  ]
  for (const [what, make, error] of files)
    test(what, async () => {
      await start()
      const reply = await upload(here, [{ name: 'a.png', bytes: await make(), type: 'image/png' }])
      await refused(reply, { status: 400, code: 'invalid', pointer: '/files/0', error })
    })

  const names = [
    '../../etc/passwd',
    '..\\..\\boot.ini',
    'a/b.png',
    '/etc/passwd',
    '..',
    'gnp.\u202egpj.exe',
    'a\u2066.png',
    'x'.repeat(300),
  ]
  for (const name of names)
    test(`a file called ${JSON.stringify(name).slice(0, 40)}`, async () => {
      await start()
      const head = `Content-Disposition: form-data; name="f"; filename="${Buffer.from(name).toString('latin1').replaceAll('\\', '\\\\')}"`
      const reply = await post(here, rawForm([{ head, body: 'x' }]), { 'content-type': rawFormType })
      await refused(reply, { status: 400, code: 'invalid', pointer: '/files/0', error: 'file_name' })
    })

  test('a name with an encoded path or NUL', async () => {
    await start()
    for (const name of ['..%2F..%2Fetc%2Fpasswd', 'a%00.png', '%E2%80%AEgnp.exe']) {
      const head = `Content-Disposition: form-data; name="f"; filename*=UTF-8''${name}`
      const reply = await post(here, rawForm([{ head, body: 'x' }]), { 'content-type': rawFormType })
      await refused(reply, { status: 400, pointer: '/files/0', error: 'file_name' })
    }
    const head = 'Content-Disposition: form-data; name="f"; filename="a\0b"'
    const reply = await post(here, rawForm([{ head, body: 'x' }]), { 'content-type': rawFormType })
    assert.equal(reply.status, 400)
    await refused(reply, { status: 400 })
  })

  test('a form that is truncated, has no end, or no boundary', async () => {
    await start()
    const head = 'Content-Disposition: form-data; name="f"; filename="a.txt"'
    const whole = rawForm([{ head, body: 'x'.repeat(1_000) }])
    for (const body of [whole.subarray(0, 300), whole.subarray(0, -8), whole.subarray(0, 40)])
      await refused(await post(here, body, { 'content-type': rawFormType }), { status: 400, code: 'malformed_request' })
    assertProblem(await post(here, whole, { 'content-type': 'multipart/form-data' }), { status: 415 })
    assertProblem(await post(here, whole, { 'content-type': 'multipart/form-data; boundary=' }), { status: 400 })
  })

  test('a body that is not a form', async () => {
    await start()
    const json = Buffer.from('{"files":{"filepath":"/etc/passwd"}}')
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
    ])
      await refused(await post(here, json, { 'content-type': type }), { status: 415, code: 'unsupported_media_type' })
    const elsewhere = await here.api('POST', `${here.path}/medias`, '--x--', { 'content-type': rawFormType })
    assertProblem(elsewhere, { status: 415, code: 'unsupported_media_type' })
  })

  test('fields that are unknown, malformed, or not as many as the files', async () => {
    await start()
    const two = [
      { name: 'a.txt', bytes: 'a' },
      { name: 'b.txt', bytes: 'b' },
    ]
    const cases: [[string, string][], string, string][] = [
      [[['_id', '0'.repeat(24)]], '/_id', 'unknown_field'],
      [[['__proto__', 'x']], '/__proto__', 'unknown_field'],
      [[['focalPoint', 'middle']], '/focalPoint', 'format'],
      [[['focalPoint', '{"x":2,"y":0}']], '/focalPoint', 'format'],
      [[['alt', 'x'.repeat(5_001)]], '/alt', 'max_length'],
      [
        [
          ['alt', 'a'],
          ['alt', 'b'],
          ['alt', 'c'],
        ],
        '/alt',
        'max_items',
      ],
    ]
    for (const [texts, pointer, error] of cases)
      await refused(await upload(here, two, texts), { status: 400, pointer, error })
    await refused(await upload(here, []), { status: 400, pointer: '/files', error: 'required' })
    const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, bytes: 'x' }))
    await refused(await upload(here, eleven), { status: 400, pointer: '/files', error: 'max_items' })
  })

  test('an upload that is aborted, or shorter than its Content-Length', async () => {
    await start()
    const { hostname, port } = new URL(service.url)
    const head = rawForm([
      { head: 'Content-Disposition: form-data; name="f"; filename="a.bin"', body: Buffer.alloc(200_000) },
    ]).subarray(0, 150_000)
    for (const length of [String(megabyte), 'chunked']) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const coding = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
      socket.write(
        `POST ${here.path}/medias/upload HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${here.key}\r\nContent-Type: ${rawFormType}\r\n${coding}\r\n\r\n`,
      )
      if (length === 'chunked') socket.write(`${head.length.toString(16)}\r\n`)
      socket.write(head)
      await until(async () => (await everything(here.broadcastId)).incoming.length === 1, 'the beginning of a file')
      socket.destroy()
      await until(async () => (await everything(here.broadcastId)).incoming.length === 0, 'its end')
      assert.deepEqual(await everything(here.broadcastId), before)
    }
  })
})

test('files are readable only by the user of the service', async () => {
  await upload(tenant, [{ name: 'a.txt', bytes: 'private' }])
  const root = join(service.config.dataDir, 'media')
  for (const name of await readdir(root, { recursive: true })) {
    const entry = await stat(join(root, name))
    assert.equal(entry.mode & 0o777, entry.isFile() ? 0o600 : 0o700, name)
  }
})

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

async function noisy(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const bytes = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7_919) % 251))
  return sharp(bytes, { raw: { width: 64, height: 64, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG with a chunk that decompresses to 20 MB. */
function withBomb(type: string, head: string): Buffer {
  const bytes = handmadePng(10, 10, Buffer.alloc(310))
  const bomb = chunk(type, Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(20_000_000))]))
  return Buffer.concat([bytes.subarray(0, 33), bomb, bytes.subarray(33)])
}

/** A PNG with that many empty chunks. */
function withPieces(count: number): Buffer {
  const bytes = handmadePng(10, 10, Buffer.alloc(310))
  const empty = chunk('tEXt', Buffer.alloc(0))
  return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: count }, () => empty), bytes.subarray(33)])
}

/** A PNG with a text before its end. */
function withComment(bytes: Buffer): Buffer {
  const end = bytes.length - 12
  const comment = chunk('tEXt', Buffer.from('Comment\0<?php system($_GET[0]); ?>'))
  return Buffer.concat([bytes.subarray(0, end), comment, bytes.subarray(end)])
}

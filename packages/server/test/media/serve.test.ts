import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type AnyRecord, kinds } from '@marquee/model'
import sharp from 'sharp'
import { newObjectId } from '../../src/base/object-id.ts'
import { removeRecord } from '../../src/content/remove-record.ts'
import { ladder } from '../../src/media/renditions.ts'
import { sql } from '../../src/store/sql.ts'
import { fieldErrorsOf } from '../contract/assertions.ts'
import { assertProblem } from '../support/problem.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { font, formOf, picture, type Sent } from './samples.ts'

let service: TestService
let tenant: TestTenant
let photo: AnyRecord
const day = 86_400_000

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  photo = await upload({ name: 'photo.jpg', bytes: await withPlace() })
})
after(() => service.stop())

async function upload(file: Sent, to = tenant): Promise<AnyRecord> {
  const response = await fetch(`${service.url}${to.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': to.key },
    body: formOf([file]),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as { data: [AnyRecord] }).data[0]
}

/** A photo with a GPS position. */
async function withPlace(): Promise<Buffer> {
  return sharp(await picture('jpeg', { width: 800, height: 600 }))
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
    .toBuffer()
}

const get = (record: AnyRecord, query = '', headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${record.mediaUrl}${query}`, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const colorAt = async (bytes: Buffer, left: number, top: number) =>
  [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())].map(
    (part) => part > 128,
  )

describe('a file', () => {
  test('is served publicly, as immutable, with its type and nosniff', async () => {
    const response = await get(photo, '', { origin: 'https://app.example' })
    assert.equal(response.status, 200)
    const { 'x-request-id': _, date, connection, 'keep-alive': __, ...headers } = Object.fromEntries(response.headers)
    assert.deepEqual(headers, {
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id, Accept-Ranges, Content-Range',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`,
      'content-length': String(photo.size),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
      etag: response.headers.get('etag'),
      'x-content-type-options': 'nosniff',
    })
    assert.equal((await bytesOf(response)).length, photo.size)
    const known = await get(photo, '', { 'if-none-match': response.headers.get('etag') ?? '' })
    assert.deepEqual([known.status, await known.text()], [304, ''])
  })

  test('is served by byte ranges', async () => {
    const whole = await bytesOf(await get(photo))
    const size = whole.length
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=100-', 100, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ]
    for (const [range, first, last] of parts) {
      const response = await get(photo, '', { range })
      assert.equal(response.status, 206, range)
      assert.equal(response.headers.get('content-range'), `bytes ${first}-${last}/${size}`)
      assert.equal(response.headers.get('content-length'), String(last - first + 1))
      assert.deepEqual(await bytesOf(response), whole.subarray(first, last + 1), range)
    }
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0']) {
      const response = await get(photo, '', { range })
      assert.deepEqual([response.status, response.headers.get('content-range')], [416, `bytes */${size}`], range)
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=a-b', 'bytes=-', ''])
      assert.equal((await get(photo, '', { range })).status, 200, range)
    assert.equal((await get(photo, '', { range: 'bytes=0-0', 'if-range': '"other"' })).status, 200)
    const etag = (await get(photo)).headers.get('etag') ?? ''
    assert.equal((await get(photo, '', { range: 'bytes=0-0', 'if-range': etag })).status, 206)
  })

  test('is described by HEAD without its body', async () => {
    const response = await get(photo, '', {}, 'HEAD')
    assert.deepEqual([response.status, await response.text()], [200, ''])
    assert.equal(response.headers.get('content-length'), String(photo.size))
    const rendition = await get(photo, '?w=64', {}, 'HEAD')
    assert(Number(rendition.headers.get('content-length')) > 100)
  })

  test('of an unsafe type is served as a download, whatever its name', async () => {
    const files: [Sent, string | null, string, RegExp][] = [
      [
        { name: 'a.png', bytes: '<!doctype html><script>alert(1)</script>' },
        'text/html',
        'application/octet-stream',
        /^attachment; filename="a\.html"/,
      ],
      [
        { name: 'a.png', bytes: Buffer.from([0, 1, 2]) },
        'application/octet-stream',
        'application/octet-stream',
        /^attachment; filename="a\.bin"/,
      ],
      [
        { name: 'a.svg', bytes: '<?xml version="1.0"?><x/>' },
        'application/xml',
        'application/octet-stream',
        /^attachment/,
      ],
      [{ name: 'plan.pdf', bytes: '%PDF-1.4\n' }, 'application/pdf', 'application/pdf', /^attachment/],
      [
        { name: 'a.html', bytes: 'Just words' },
        'text/plain',
        'text/plain; charset=utf-8',
        /^inline; filename="a\.txt"/,
      ],
      [{ name: 'a.ttf', bytes: font() }, 'font/ttf', 'font/ttf', /^inline/],
    ]
    for (const [file, mimeType, type, disposition] of files) {
      const record = await upload(file)
      assert.equal(record.mimeType, mimeType)
      const { headers } = await get(record)
      assert.equal(headers.get('content-type'), type)
      assert.match(headers.get('content-disposition') ?? '', disposition)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    }
  })

  test('of a private broadcast is served at its URL, but not in public lists', async () => {
    const here = await service.newTenant()
    const file = await upload({ name: 'a.txt', bytes: 'between us' }, here)
    const media = { mediaId: file._id }
    await here.api('POST', `${here.path}/broadcastHosts`, { title: 'Somebody', status: 'published', media })
    const bundle = () => fetch(`${service.url}/v1/public/${here.broadcastId}/bundle`)
    assert.match(await (await bundle()).text(), new RegExp(String(file.mediaUrl)))
    await here.api('PATCH', here.path, { isPrivate: true })
    assert.equal((await bundle()).status, 404)
    assert.equal((await get(file)).status, 200)
  })

  test('is served only at its exact URL', async () => {
    const { pathname } = new URL(String(photo.mediaUrl))
    const [, , id = '', name = ''] = pathname.split('/')
    const others = [
      `/media/${newObjectId(0)}/${name}`,
      `/media/${id}/${name.slice(0, -1)}`,
      `/media/${id}/x`,
      `/media/x/${name}`,
      `/media/${id}/..%2f..%2fsecret.key`,
      `/media/${id}/%00`,
      `/media/${id}`,
      `/media/${id}/original`,
    ]
    for (const path of others) assert.equal((await fetch(service.url + path)).status, 404, path)
    assert.equal((await fetch(String(photo.mediaUrl), { method: 'POST' })).status, 405)
  })
})

describe('an image', () => {
  test('is served in the next larger standard width, without camera metadata', async () => {
    const response = await get(photo, '?w=300', { accept: 'image/webp' })
    assert.equal(response.status, 200)
    assert.deepEqual(
      ['content-type', 'vary', 'cache-control'].map((name) => response.headers.get(name)),
      ['image/webp', 'Accept', 'public, max-age=31536000'],
    )
    const { width, height, format, exif, icc, xmp } = await sharp(await bytesOf(response)).metadata()
    assert.deepEqual([width, height, format, exif, icc, xmp], [384, 288, 'webp', undefined, undefined, undefined])
    assert.doesNotMatch((await bytesOf(await get(photo))).toString('latin1'), /Somebody/)
  })

  test('is served in the best accepted format, or in the requested one', async () => {
    const formatOf = async (query: string, accept: string) =>
      (await get(photo, query, { accept })).headers.get('content-type')
    assert.equal(await formatOf('?w=64', 'image/avif,image/webp,*/*'), 'image/avif')
    assert.equal(await formatOf('?w=64', '*/*'), 'image/jpeg')
    assert.equal(await formatOf('?format=auto', 'image/webp'), 'image/webp')
    assert.equal(await formatOf('?w=64&format=png', 'image/avif'), 'image/png')
    assert.equal((await get(photo, '?w=64&format=png')).headers.get('vary'), null)
  })

  test('with fit=cover is cropped around its focal point, also after that was moved', async () => {
    const wide = await upload({
      name: 'wide.png',
      bytes: await picture('png', { width: 400, height: 100, color: '#0000ff', corner: '#ff0000' }),
    })
    const corner = async () => {
      const response = await get(wide, '?w=64&h=64&fit=cover&format=png')
      assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
      const bytes = await bytesOf(response)
      const { width, height } = await sharp(bytes).metadata()
      assert.deepEqual([width, height], [64, 64])
      return { etag: response.headers.get('etag'), color: await colorAt(bytes, 8, 8) }
    }
    const first = await corner()
    await tenant.api('PATCH', `${tenant.path}/medias/${wide._id}`, { focalPoint: { x: 1, y: 0.5 } })
    const second = await corner()
    await tenant.api('PATCH', `${tenant.path}/medias/${wide._id}`, { focalPoint: { x: 0, y: 0.5 } })
    const third = await corner()
    assert.deepEqual(
      [second.color, third.color],
      [
        [false, false, true],
        [true, false, false],
      ],
    )
    assert.equal(new Set([first.etag, second.etag, third.etag]).size, 3)
  })

  test('shows its crop where an address has it, and is cached for long while the crop is the current one', async () => {
    const wide = await upload({
      name: 'wide.png',
      bytes: await picture('png', { width: 400, height: 100, color: '#0000ff', corner: '#ff0000' }),
    })
    const patch = (body: object) => tenant.api('PATCH', `${tenant.path}/medias/${wide._id}`, body)
    const stored = await patch({ crop: { x: 0.75, y: 0, width: 0.25, height: 1 } })
    assert.deepEqual(stored.body.crop, { x: 0.75, y: 0, width: 0.25, height: 1 })
    const shown = async (query: string) => {
      const response = await get(wide, query)
      const bytes = await bytesOf(response)
      const { width, height } = await sharp(bytes).metadata()
      return [width, height, await colorAt(bytes, 2, 2), response.headers.get('cache-control')]
    }
    const [red, blue] = [
      [true, false, false],
      [false, false, true],
    ]
    const [long, short] = ['public, max-age=31536000', 'public, max-age=300']
    assert.deepEqual(await shown('?crop=0.75,0,0.25,1&format=png'), [100, 100, blue, long])
    assert.deepEqual(await shown('?w=64&crop=0.75,0,0.25,1&format=png'), [64, 64, blue, long])
    assert.deepEqual(await shown('?w=400&format=png'), [400, 100, red, long])
    assert.deepEqual(await shown('?crop=0,0,0.5,1&format=png'), [100, 100, blue, short])
    await patch({ crop: null })
    assert.deepEqual(await shown('?crop=0.75,0,0.25,1&format=png'), [400, 100, red, short])
  })

  test('can be cropped only inside of itself, and only where it was uploaded with pixels', async () => {
    const drawing = await upload({
      name: 'a.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    })
    const elsewhere = await tenant.api('POST', `${tenant.path}/medias`, { mediaUrl: 'https://a.example/b.jpg' })
    const whole = { x: 0, y: 0, width: 1, height: 1 }
    const cases: [unknown, object, string, string][] = [
      [photo._id, { ...whole, x: 0.5 }, '/crop', 'range'],
      [photo._id, { ...whole, height: 0 }, '/crop/height', 'minimum'],
      [photo._id, { ...whole, y: -0.1 }, '/crop/y', 'minimum'],
      [photo._id, { x: 0, y: 0 }, '/crop/width', 'required'],
      [drawing._id, whole, '/crop', 'unsupported'],
      [elsewhere.body._id, whole, '/crop', 'upload_needed'],
    ]
    for (const [id, crop, pointer, code] of cases) {
      const { status, body } = await tenant.api('PATCH', `${tenant.path}/medias/${id}`, { crop })
      assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, pointer, code])
    }
  })

  test('is found by its tags, which are short, different and trimmed', async () => {
    const path = `${tenant.path}/medias/${photo._id}`
    const tagged = await tenant.api('PATCH', path, { tags: ['press', 'Main stage'] })
    assert.deepEqual([tagged.status, tagged.body.tags], [200, ['press', 'Main stage']])
    const filters = encodeURIComponent('[{"tags":"Main stage"}]')
    const found = await tenant.api('GET', `${tenant.path}/medias?filters=${filters}`)
    assert.deepEqual(
      found.body.data.map(({ _id }: { _id: string }) => _id),
      [photo._id],
    )
    const cases: [unknown, string, string][] = [
      [['a', 'a'], '/tags', 'unique_items'],
      [[''], '/tags/0', 'min_length'],
      [[' a'], '/tags/0', 'pattern'],
      [['a'.repeat(51)], '/tags/0', 'max_length'],
      [Array.from({ length: 21 }, (_, index) => `tag ${index}`), '/tags', 'max_items'],
    ]
    for (const [tags, pointer, code] of cases) {
      const { status, body } = await tenant.api('PATCH', path, { tags })
      assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, pointer, code])
    }
    assert.deepEqual((await tenant.api('GET', path)).body.tags, ['press', 'Main stage'])
  })

  test('that is animated stays animated', async () => {
    const frame = (value: number) => Buffer.alloc(100 * 100 * 3, value)
    const bytes = await sharp(Buffer.concat([frame(0), frame(255)]), {
      raw: { width: 100, height: 200, channels: 3, pageHeight: 100 },
    })
      .gif()
      .toBuffer()
    const moving = await upload({ name: 'a.gif', bytes })
    assert.deepEqual([moving.width, moving.height], [100, 100])
    const smaller = await bytesOf(await get(moving, '?w=64', { accept: 'image/avif,image/webp' }))
    const { format, pages, width } = await sharp(smaller).metadata()
    assert.deepEqual([format, pages, width], ['webp', 2, 64])
  })

  test('with invalid parameters is 400 with the error', async () => {
    const cases: [string, string][] = [
      ['?w=0', '?w'],
      ['?w=99999', '?w'],
      ['?w=1e3', '?w'],
      ['?h=-1', '?h'],
      ['?fit=fill', '?fit'],
      ['?format=bmp', '?format'],
      ['?crop=1,2', '?crop'],
      ['?crop=0,0,1,2', '?crop'],
      ['?width=3', '?width'],
      ['?w=1&w=2', '?w'],
    ]
    for (const [query, pointer] of cases) {
      const response = await get(photo, query)
      const { errors } = (await response.json()) as { errors: { pointer: string }[] }
      assert.deepEqual([response.status, errors[0]?.pointer], [400, pointer], query)
    }
    const words = await upload({ name: 'a.txt', bytes: 'words' })
    assert.equal((await get(words, '?w=64')).status, 400)
    const drawing = await upload({ name: 'a.svg', bytes: '<svg width="4" height="4"/>' })
    const { headers } = await get(drawing, '?w=64')
    assert.equal(headers.get('content-type'), 'image/svg+xml')
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox$/,
    )
    assert.equal((await get(drawing, '?w=64&format=png')).status, 400)
  })

  test('is rendered once for concurrent requests, and few of its sizes are stored', async () => {
    const here = await service.newTenant()
    const small = await upload({ name: 'a.png', bytes: await picture('png', { width: 300, height: 300 }) }, here)
    const kept = async () => {
      const root = join(service.config.dataDir, 'media/files', here.broadcastId)
      return (await readdir(root, { recursive: true })).filter((name) => /\.(avif|webp|png|jpeg)$/.test(name))
    }
    const many = await Promise.all(Array.from({ length: 20 }, () => get(small, '?w=200&format=webp')))
    const bodies = await Promise.all(many.map(bytesOf))
    for (const body of bodies) assert.deepEqual(body, bodies[0])
    assert.equal((await kept()).length, 1)
    const ratios = [0.3, 0.4, 0.5, 0.56, 0.67, 0.75, 0.8, 1, 1.25, 1.33, 1.5, 1.78, 2, 2.33, 3]
    for (const w of ladder.slice(0, 3))
      for (const ratio of ratios)
        for (const format of ['jpeg', 'webp'])
          await (await get(small, `?w=${w}&h=${Math.round(w / ratio)}&fit=cover&format=${format}`)).arrayBuffer()
    assert((await kept()).length <= 64, `${(await kept()).length}`)
    assert.deepEqual((await here.api('GET', `${here.path}/usage`)).body.mediaBytes.used, small.size)
  })
})

describe('a media that is deleted', () => {
  test('is 404 at once, and its file is deleted after the retention time', async () => {
    const here = await service.newTenant()
    const gone = await upload({ name: 'a.png', bytes: await picture('png', { width: 64, height: 64 }) }, here)
    await (await get(gone, '?w=64&format=webp')).arrayBuffer()
    assert.equal((await here.api('DELETE', `${here.path}/medias/${gone._id}`)).status, 200)
    for (const query of ['', '?w=64&format=webp']) assert.equal((await get(gone, query)).status, 404)
    assert((await here.api('GET', `${here.path}/usage`)).body.mediaBytes.used > 0, 'files in the trash count')
    assert.equal((await here.api('DELETE', `${here.path}/trash/${gone._id}`)).status, 200)
    assert.equal((await here.api('GET', `${here.path}/usage`)).body.mediaBytes.used, 0)
    const files = () => readdir(join(service.config.dataDir, 'media/files', here.broadcastId))
    assert.equal((await files()).length, 1)
    await service.platform.media.sweep()
    assert.deepEqual(await files(), [])
    assert.deepEqual(await rowsOf(here), [])
    assert.equal((await get(photo)).status, 200, 'files in use stay')
  })

  test('with its broadcast loses its files', async () => {
    const here = await service.newTenant()
    const file = await upload({ name: 'a.txt', bytes: 'words' }, here)
    await service.platform.db.query(sql`delete from broadcasts where id = ${here.broadcastId}`)
    assert.equal((await get(file)).status, 404)
    await service.platform.media.sweep()
    service.clock.advance(31 * day)
    await service.platform.media.sweep()
    assert.deepEqual(await rowsOf(here), [])
  })

  test('while in use is refused with its uses, unless forced', async () => {
    const used = await upload({ name: 'a.txt', bytes: 'used' })
    const host = (await tenant.api('POST', `${tenant.path}/broadcastHosts`, { media: { mediaId: used._id } })).body
    const refused = await tenant.api('DELETE', `${tenant.path}/medias/${used._id}`)
    assertProblem(refused, { status: 409, code: 'in_use' })
    assert.deepEqual(refused.body.uses, [{ kind: 'broadcastHost', id: host._id }])
    assert.equal((await get(used)).status, 200)
    assert.equal((await tenant.api('DELETE', `${tenant.path}/medias/${used._id}?force=true`)).status, 200)
    assert.equal((await get(used)).status, 404)
    assert.deepEqual((await tenant.api('GET', `${tenant.path}/broadcastHosts/${host._id}`)).body.media, {
      mediaId: null,
    })
  })

  test('and restored has its file again, within the retention time', async () => {
    const file = await upload({ name: 'a.txt', bytes: 'twice' })
    const { content, media } = service.platform
    await content.write(tenant, { type: 'service' }, (writing) => removeRecord(writing, kinds.media, file._id))
    await media.sweep()
    const { createRecord } = await import('../../src/content/create-record.ts')
    const { _id: id, _userId, _createdAt, _updatedAt, size, ...body } = file
    await content.write(tenant, { type: 'service' }, (writing) =>
      createRecord(writing, kinds.media, body, { id, service: { size } }),
    )
    service.clock.advance(31 * day)
    await media.sweep()
    assert.equal((await get(file)).status, 200)
  })
})

const rowsOf = ({ broadcastId }: TestTenant) =>
  service.platform.db.query(sql`select location from stored_files where broadcast_id = ${broadcastId}`)

describe('a record', () => {
  test('that refers to a media shows its URL and size with expand', async () => {
    const media = { mediaId: photo._id, fit: 'cover' }
    const { body } = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { title: 'Opening', media })
    const read = await tenant.api('GET', `${tenant.path}/broadcastSessions/${body._id}?expand=media`)
    assert.deepEqual(read.body.media, media)
    const { mediaUrl, size, width, height } = read.body._expanded.media
    assert.deepEqual([mediaUrl, size, width, height], [photo.mediaUrl, photo.size, 800, 600])
    const missing = await tenant.api('POST', `${tenant.path}/broadcastSessions`, { media: { mediaId: newObjectId(0) } })
    assert.deepEqual(fieldErrorsOf(missing, 400), [['/media/mediaId', 'not_found_reference']])
  })

  test('of an external file is stored as sent, and nothing is fetched', async () => {
    const sent = { external: true, mediaUrl: 'http://127.0.0.1:9/a.png', mimeType: 'image/png', width: 5 }
    const { status, body } = await tenant.api('POST', `${tenant.path}/medias`, sent)
    assert.equal(status, 201)
    assert.deepEqual([body.external, body.mediaUrl, body.size, body.width], [true, sent.mediaUrl, null, 5])
    assert.equal((await fetch(`${service.url}/media/${body._id}/a.png`)).status, 404)
  })

  test('cannot claim a file, nor change the facts of its file', async () => {
    const path = `${tenant.path}/medias`
    const claimed = await tenant.api('POST', path, { external: false, mediaUrl: photo.mediaUrl })
    assert.deepEqual(fieldErrorsOf(claimed, 400), [['/external', 'upload_needed']])
    const patches: [object, string][] = [
      [{ mediaUrl: 'https://evil.example/' }, '/mediaUrl'],
      [{ mimeType: 'text/html' }, '/mimeType'],
      [{ width: 1 }, '/width'],
      [{ height: null }, '/height'],
      [{ size: 1 }, '/size'],
      [{ external: true }, '/external'],
    ]
    for (const [patch, pointer] of patches)
      assert.deepEqual(fieldErrorsOf(await tenant.api('PATCH', `${path}/${photo._id}`, patch), 400), [
        [pointer, 'read_only'],
      ])
    const allowed = { alt: 'A photo', color: '#112233', metadata: { a: 1 }, mediaUrl: photo.mediaUrl }
    assert.equal((await tenant.api('PATCH', `${path}/${photo._id}`, allowed)).status, 200)
  })

  test('of a typeface can refer only to uploaded fonts', async () => {
    const file = await upload({ name: 'estran.ttf', bytes: font() })
    const send = (weights: object[]) => tenant.api('POST', `${tenant.path}/fonts`, { fontFamily: 'Estran', weights })
    const made = await send([
      { weight: 400, mediaId: file._id },
      { weight: 700, url: 'https://a.example/b.woff2' },
    ])
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(fieldErrorsOf(await send([{ weight: 400 }]), 400), [['/weights/0/url', 'required']])
    assert.deepEqual(fieldErrorsOf(await send([{ weight: 400, mediaId: photo._id }]), 400), [
      ['/weights/0/mediaId', 'not_a_font'],
    ])
    assert.deepEqual(fieldErrorsOf(await send([{ weight: 400, mediaId: newObjectId(0) }]), 400), [
      ['/weights/0/mediaId', 'not_found_reference'],
    ])
    assertProblem(await tenant.api('DELETE', `${tenant.path}/medias/${file._id}`), { status: 409, code: 'in_use' })
    const forced = await tenant.api('DELETE', `${tenant.path}/medias/${file._id}?force=true`)
    assert.equal(forced.status, 200)
    const renamed = await tenant.api('PATCH', `${tenant.path}/fonts/${made.body._id}`, { fontFamily: 'Estran Sans' })
    assert.deepEqual([renamed.status, renamed.body.weights[0].mediaId], [200, null])
  })
})

describe('a file stored by the service itself', () => {
  const owner = () => ({ broadcastId: tenant.broadcastId, userId: null, actor: { type: 'service' as const } })

  test('becomes a media, and replaces the file of the media with the same reference', async () => {
    const { keep } = service.platform.media
    const png = await picture('png', { width: 10, height: 10 })
    const first = await keep(owner(), {
      bytes: png,
      name: 'logo.png',
      alt: 'Logo',
      reference: 'site:logo',
      metadata: { from: 'site' },
    })
    assert.deepEqual(
      [first._reference, first.alt, first.metadata, first.width],
      ['site:logo', 'Logo', { from: 'site' }, 10],
    )
    const same = await keep(owner(), { bytes: png, name: 'logo.png', reference: 'site:logo' })
    assert.deepEqual(same, first)
    async function* pieces() {
      yield await picture('jpeg', { width: 20, height: 10 })
    }
    const changed = await keep(owner(), { bytes: pieces(), name: 'logo.png', reference: 'site:logo', alt: 'New logo' })
    assert.deepEqual(
      [changed._id, changed.alt, changed.mimeType, changed.width],
      [first._id, 'New logo', 'image/jpeg', 20],
    )
    assert.equal((await get(first)).status, 404)
    assert.equal((await get(changed)).status, 200)
  })

  test('is refused like an upload, and leaves nothing behind', async () => {
    const rows = await rowsOf(tenant)
    const bad = service.platform.media.keep(owner(), { bytes: Buffer.from('GIF89a/*'), name: 'a.gif' })
    await assert.rejects(bad, /more than one type/)
    await assert.rejects(service.platform.media.keep(owner(), { bytes: Buffer.from('x'), name: '../x' }), /name/)
    assert.deepEqual(await rowsOf(tenant), rows)
  })

  test('stored concurrently with one reference is one media', async () => {
    const names = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        service.platform.media.keep(owner(), {
          bytes: Buffer.from(`words ${index}`),
          name: 'a.txt',
          reference: 'raced',
        }),
      ),
    )
    assert.equal(new Set(names.map(({ _id }) => _id)).size, 1)
    const { total } = (
      await tenant.api('GET', `${tenant.path}/medias?filters=${encodeURIComponent('[{"_reference":"raced"}]')}`)
    ).body.metadata
    assert.equal(total, 1)
  })
})

test('media URLs are updated when the base URL changes', async () => {
  const { db, media } = service.platform
  const old = 'https://old.example'
  await db.query(sql`
    update records set body = replace(body::text, ${service.url}, ${old})::json
    where broadcast_id = ${tenant.broadcastId} and kind = 'media' and id = ${photo._id}`)
  await media.moveAddresses()
  const { body } = await tenant.api('GET', `${tenant.path}/medias/${photo._id}`)
  assert.equal(body.mediaUrl, photo.mediaUrl)
  const [row] = (await tenant.api('GET', `${tenant.path}/medias/${photo._id}/history?limit=1`)).body.data
  assert.deepEqual([row.operation, row.fields, row.actor.type], ['update', ['mediaUrl'], 'service'])
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { bytesIn, Unreadable } from '../../src/media/strip/pieces.ts'
import { stripped } from '../../src/media/strip/strip.ts'
import { sql } from '../../src/store/sql.ts'
import { changeRows, lastSequence } from '../support/change-rows.ts'
import { addMember, type Reply, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'
import { formOf, picture } from './samples.ts'
import { crowdedGif, crowdedJpeg, crowdedPng, crowdedSvg, film, heic, photo, secret } from './with-metadata.ts'

let service: TestService
let tenant: TestTenant

before(async () => {
  service = await startService({ MARQUEE_PUBLIC_READ_LIMIT: 'off' })
  tenant = await service.newTenant()
})
after(() => service.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Media = Record<string, any>

async function upload(bytes: Buffer | string, name = 'photo', to = tenant): Promise<Media> {
  const response = await fetch(`${service.url}${to.path}/medias/upload`, {
    method: 'POST',
    headers: { 'x-api-key': to.key },
    body: formOf([{ name, bytes }]),
  })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text).data[0]
}

const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  assert.equal(response.status, 200, url)
  return Buffer.from(await response.arrayBuffer())
}
const originalOf = (media: Media) =>
  bytesAt(`${service.url}${tenant.path}/medias/${media._id}/original`, { 'x-api-key': tenant.key })
const usedBytes = async () => (await tenant.api('GET', `${tenant.path}/usage`)).body.mediaBytes.used as number
const pixelsOf = async (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer()
const tells = (bytes: Buffer) =>
  bytes.includes(secret) || bytes.includes(Buffer.from('GPS')) || bytes.includes('xmpmeta')

const pictures: [name: string, make: () => Promise<Buffer>][] = [
  ['jpeg', crowdedJpeg],
  ['png', crowdedPng],
  ['webp', () => photo('webp')],
  ['avif', () => photo('avif')],
  ['gif', crowdedGif],
]

for (const [name, make] of pictures)
  test(`the public file of a ${name} has no metadata, and its pixels are unchanged`, async () => {
    const sent = await make()
    assert(tells(sent), 'the sample contains metadata')
    const media = await upload(sent, `photo.${name}`)
    const shown = await bytesAt(media.mediaUrl)
    assert(!tells(shown))
    assert.equal(media.size, shown.length)
    assert.deepEqual(await pixelsOf(shown), await pixelsOf(sent))
    const [before, now] = await Promise.all([sent, shown].map((bytes) => sharp(bytes, { animated: true }).metadata()))
    for (const field of ['orientation', 'width', 'height', 'pages', 'loop', 'delay', 'space', 'isProgressive'] as const)
      assert.deepEqual(now?.[field], before?.[field], field)
    assert.deepEqual(now?.icc, before?.icc, 'the colour profile stays')
    assert.equal(now?.xmp?.toString().trim() ?? '', '')
    const exif = now?.exif?.toString('latin1').replace(/\0+$/, '') ?? ''
    assert(exif.length < 50, 'only the orientation of EXIF is kept')
    assert.deepEqual(await originalOf(media), sent)
  })

test('an image without metadata is served unchanged, and stored once', async () => {
  const plain = await picture('jpeg', { width: 33, height: 21 })
  const before = await usedBytes()
  const media = await upload(plain)
  assert.deepEqual(await bytesAt(media.mediaUrl), plain)
  assert.equal((await usedBytes()) - before, plain.length)
  assert.deepEqual(await originalOf(media), plain)
})

test('metadata of images embedded in SVG, and positions in video and HEIC, are removed', async () => {
  const drawing = (await bytesAt((await upload(await crowdedSvg(), 'a.svg')).mediaUrl)).toString()
  const embedded = Buffer.from(/base64,([^"]+)/.exec(drawing)?.[1] ?? '', 'base64')
  assert(!drawing.includes(secret) && !tells(embedded))
  assert.equal((await sharp(embedded).metadata()).orientation, 6)
  for (const brand of ['isom', 'qt  ', 'M4A '] as const) {
    const sent = film(brand)
    const media = await upload(sent, 'film')
    const shown = await bytesAt(media.mediaUrl)
    assert(!shown.includes(secret), brand)
    assert.equal(shown.length, sent.length, 'no offset has changed')
    assert(shown.includes('the frames') && shown.includes('Commentary'))
    assert.equal(shown.includes('The title'), brand === 'M4A ', 'audio keeps its title tags')
    assert.deepEqual(await originalOf(media), sent)
  }
  const sent = await heic()
  const media = await upload(sent, 'a.heic')
  assert.equal(media.mimeType, 'image/heic')
  const shown = await bytesAt(media.mediaUrl)
  assert.equal(shown.length, sent.length)
  assert(tells(sent) && !tells(shown))
})

test('an image that decodes although its container is malformed is encoded again without metadata', async () => {
  const sent = await photo('jpeg')
  const comments = Buffer.concat(Array.from({ length: 25_000 }, () => Buffer.from([0xff, 0xfe, 0, 2])))
  const media = await upload(Buffer.concat([sent.subarray(0, 2), comments, sent.subarray(2)]))
  const shown = await bytesAt(media.mediaUrl)
  assert(!tells(shown))
  const { width, height, orientation = 1 } = await sharp(shown).metadata()
  assert.deepEqual([width, height, orientation], [media.width, media.height, 1])
})

test('a damaged file is stripped or refused as unreadable, in bounded time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-strip-'))
  const random = sequence(20_260_704)
  const samples: [string, Buffer][] = [
    ['image/jpeg', await crowdedJpeg()],
    ['image/png', await crowdedPng()],
    ['image/webp', await photo('webp')],
    ['image/gif', await crowdedGif()],
    ['image/avif', await photo('avif')],
    ['video/mp4', film('isom')],
  ]
  const startedMs = performance.now()
  for (const [type, whole] of samples)
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(whole.subarray(0, round % 3 === 0 ? random(whole.length) : whole.length))
      for (let flips = round % 5; flips > 0 && bytes.length > 0; flips--) bytes[random(bytes.length)] = random(256)
      const path = join(folder, 'file')
      await writeFile(path, bytes)
      const source = { ...bytesIn(bytes), path, readAll: async () => bytes }
      const result = await stripped(source, type)
        .then((made) => made && buffer(made))
        .catch((error: unknown) => error)
      assert(!(result instanceof Error) || result instanceof Unreadable, `${type} ${round} ${result}`)
    }
  await rm(folder, { recursive: true })
  assert(performance.now() - startedMs < 30_000)
})

/** Pseudorandom numbers with a fixed seed. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('renditions have no metadata either', async () => {
  const media = await upload(await crowdedJpeg(), 'other.jpg')
  for (const query of ['?w=64', '?w=64&format=jpeg', '?format=png', '?format=avif', '?format=webp']) {
    const shown = await bytesAt(`${media.mediaUrl}${query}`)
    const { exif, xmp, iptc } = await sharp(shown).metadata()
    assert.deepEqual([tells(shown), exif, xmp, iptc], [false, undefined, undefined, undefined], query)
  }
})

test('the original is only for editors, is never cached, and counts in the quota', async () => {
  const before = await usedBytes()
  const sent = Buffer.concat([await crowdedJpeg(), Buffer.from('one of its own')])
  const media = await upload(sent)
  assert.equal((await usedBytes()) - before, sent.length + media.size)
  const again = await upload(sent)
  assert.equal((await usedBytes()) - before, sent.length + media.size, 'the same content is stored once')
  assert.notEqual(again._id, media._id)

  const path = `${tenant.path}/medias/${media._id}/original`
  const ask = (headers: Record<string, string>, at = path) => fetch(`${service.url}${at}`, { headers })
  const answer = await ask({ 'x-api-key': tenant.key })
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), sent)
  const part = await ask({ 'x-api-key': tenant.key, range: 'bytes=0-9' })
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10])

  assert.equal((await ask({})).status, 401)
  const owner = await signedIn(service, tenant)
  const { body: reader } = await owner('POST', `${tenant.path}/apiKeys`, { name: 'reader', scopes: ['read'] })
  assert.equal((await ask({ 'x-api-key': reader.key })).status, 403)
  const viewer = await addMember(service, tenant, 'viewer')
  assert.equal((await viewer('GET', path)).status, 403)
  const other = await service.newTenant()
  assert.equal((await ask({ 'x-api-key': other.key })).status, 404)
  assert.equal((await ask({ 'x-api-key': other.key }, `${other.path}/medias/${media._id}/original`)).status, 404)
  const { body: external } = await tenant.api('POST', `${tenant.path}/medias`, { mediaUrl: 'https://a.example/b.jpg' })
  assert.equal((await tenant.api('GET', `${tenant.path}/medias/${external._id}/original`)).status, 404)
  assert.equal((await tenant.api('GET', `${tenant.path}/medias/nonsense/original`)).status, 400)
  // The name that an earlier version would have used does not work.
  const hash = createHash('sha256').update(sent).digest('hex').slice(0, 32)
  const guessed = media.mediaUrl.replace(/-[0-9a-f]{32}\./, `-${hash}.`)
  assert.notEqual(guessed, media.mediaUrl)
  assert.equal((await fetch(guessed)).status, 404)
})

/** Changes a file to the state of an earlier version: the original under its hash, no stripped copy, and its size in the record. */
async function asBefore(media: Media, sent: Buffer): Promise<void> {
  const { db } = service.platform
  const [row] = await db.query<{ location: string }>(sql`
    update stored_files s set stripped_hash = null, stripped_size = null from media_files f
    where f.media_id = ${media._id} and s.broadcast_id = f.broadcast_id and s.location = f.location returning s.location`)
  await rm(join(folder(), row?.location ?? '', 'stripped'), { force: true })
  await db.query(sql`
    update records set body = (jsonb_set(body::jsonb, '{size}', to_jsonb(${sent.length}::int)))::json
    where broadcast_id = ${tenant.broadcastId} and id = ${media._id}`)
}
const folder = () => join(service.config.dataDir, 'media/files', tenant.broadcastId)
const read = async (media: Media): Promise<Reply> => tenant.api('GET', `${tenant.path}/medias/${media._id}`)

test('a file of an earlier version is stripped before it is served, also to concurrent requests', async () => {
  const sent = Buffer.concat([await photo('jpeg', 8), Buffer.from(secret)])
  const media = await upload(sent)
  await asBefore(media, sent)
  const answers = await Promise.all(
    [media.mediaUrl, `${media.mediaUrl}?w=64`, media.mediaUrl].map((url) => bytesAt(url)),
  )
  for (const bytes of answers) assert(!tells(bytes))
  assert.equal(answers[0]?.length, media.size)
  assert.deepEqual(await originalOf(media), sent)
})

test('the backfill of stripped copies resumes after an interruption, and updates the records', async () => {
  const sent = [await crowdedJpeg(), await crowdedPng(), await picture('png', { width: 9, height: 9 })].map(
    (bytes, at) => Buffer.concat([bytes, Buffer.from(`${secret}${at}`)]),
  )
  const medias: Media[] = []
  for (const bytes of sent) medias.push(await upload(bytes))
  for (const [at, media] of medias.entries()) await asBefore(media, sent[at] ?? Buffer.alloc(0))
  const since = await lastSequence(service, tenant.broadcastId)
  const { media } = service.platform
  const stop = new AbortController()
  stop.abort()
  await media.backfillAll(stop.signal)
  assert.equal((await read(medias[0] ?? {})).body.size, sent[0]?.length, 'an aborted backfill stops')
  await Promise.all([media.backfillAll(new AbortController().signal), media.backfillAll(new AbortController().signal)])
  for (const [at, one] of medias.entries()) {
    const shown = await bytesAt(one.mediaUrl)
    assert(!tells(shown))
    assert.equal((await read(one)).body.size, shown.length)
    assert.deepEqual(await originalOf(one), sent[at])
  }
  const changed = (await changeRows(service, tenant.broadcastId, since)).map(({ record_id }) => record_id)
  for (const { _id } of medias) assert.equal(changed.filter((id) => id === _id).length, 1, 'each record changes once')
  const left = (await readdir(folder(), { recursive: true })).filter((name) => name.endsWith('.part'))
  assert.deepEqual(left, [])
})

test('uploading a file of an earlier version again leaves one file, with up-to-date records', async () => {
  const sent = Buffer.concat([await crowdedPng(), Buffer.from('again')])
  const first = await upload(sent)
  await asBefore(first, sent)
  const second = await upload(sent)
  for (const one of [first, second]) assert(!tells(await bytesAt(one.mediaUrl)))
  const kept = await service.platform.db.query(sql`
    select s.location from stored_files s join media_files f on f.broadcast_id = s.broadcast_id and f.location = s.location
    where f.media_id in (${first._id}, ${second._id}) group by s.location`)
  assert.equal(kept.length, 1)
  await service.platform.media.backfillAll(new AbortController().signal)
  assert.equal((await read(first)).body.size, second.size)
})

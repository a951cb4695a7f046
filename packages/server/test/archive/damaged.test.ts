import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { ZipFile } from 'yazl'
import { DamagedArchive } from '../../src/archive/damaged.ts'
import type { Manifest } from '../../src/archive/format.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { exportTo, filesIn, importInto, newFolder, traces } from './archives.ts'
import { fillBroadcast } from './full-broadcast.ts'

let service: TestService
let tenant: TestTenant
let work: Awaited<ReturnType<typeof newFolder>>
let sound: Buffer
let files: Map<string, string | Buffer>

before(async () => {
  ;[service, work] = await Promise.all([startService(), newFolder()])
  tenant = await service.newTenant({ name: 'Damaged' })
  await fillBroadcast(service, tenant)
  const file = await exportTo(work.folder, service, tenant.broadcastId)
  sound = await readFile(file)
  files = await filesIn(file)
})
after(async () => {
  await Promise.all([service?.stop(), work?.remove()])
})

/** Imports a file that must be refused with a sentence, and returns the sentence. Nothing is left behind. */
async function refusal(file: string): Promise<string> {
  const before = await traces(service)
  const error: unknown = await importInto(service, tenant, file).then(
    () => assert.fail('the archive was imported'),
    (reason: unknown) => reason,
  )
  assert(error instanceof DamagedArchive, String(Object(error).stack ?? error))
  assert.match(error.message, /^\S[\s\S]{10,}\.$/, 'a sentence')
  assert.deepEqual(await traces(service), before, `left behind by: ${error.message}`)
  return error.message
}

/** Writes an archive with other texts, whose sizes and checksums are right again. */
async function archiveWith(change: (texts: Map<string, string | Buffer>, manifest: Manifest) => void): Promise<string> {
  const changed = new Map(files)
  const manifest: Manifest = JSON.parse(String(changed.get('marquee.json')))
  change(changed, manifest)
  for (const listed of manifest.files) {
    const bytes = Buffer.from(changed.get(listed.path) ?? '')
    listed.bytes = bytes.length
    listed.sha256 = createHash('sha256').update(bytes).digest('hex')
  }
  changed.set('marquee.json', JSON.stringify(manifest))
  const zip = new ZipFile()
  for (const [path, content] of changed) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const file = join(work.folder, 'changed.zip')
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}

/** Changes the record on the first line of a list. */
const firstOf = (plural: string, change: (record: Record<string, unknown>) => void) => (texts: typeof files) => {
  const path = `content/${plural}.json`
  const [, first = '', ...rest] = String(texts.get(path)).split('\n')
  const record = JSON.parse(first.replace(/,$/, ''))
  change(record)
  texts.set(path, ['[', `${JSON.stringify(record)}${first.endsWith(',') ? ',' : ''}`, ...rest].join('\n'))
}

test('200 damaged copies of an archive are refused, each with a sentence, and leave nothing behind', async () => {
  const random = seeded(20_261_116)
  const file = join(work.folder, 'damaged.zip')
  const sentences = new Set<string>()
  for (let turn = 0; turn < 200; turn++) {
    await writeFile(file, damaged(sound, turn, random))
    sentences.add((await refusal(file)).replaceAll(/\d+/g, 'n'))
  }
  assert(sentences.size > 10, 'the sentences differ')
})

const refused: Record<string, [(texts: typeof files, manifest: Manifest) => void, RegExp]> = {
  'another format': [(_, manifest) => Object.assign(manifest, { format: 'zip' }), /not an archive of Marquee/],
  'a newer format': [(_, manifest) => Object.assign(manifest, { version: 2 }), /newer version/],
  'a file that is not there': [(texts) => texts.delete('content/fonts.json'), /content\/fonts\.json is missing/],
  'a file of a media that is not there': [
    (texts) => texts.delete([...texts.keys()].find((path) => path.endsWith('.jpg')) ?? ''),
    /photo\.jpg is missing/,
  ],
  'more media than the quota': [(_, manifest) => Object.assign(manifest.media, { bytes: 1e15 }), /at most \d+ bytes/],
  'a record that is not JSON': [
    (texts) => texts.set('content/fonts.json', String(texts.get('content/fonts.json')).replace('{', '{{')),
    /^content\/fonts\.json, line 2: /,
  ],
  'an unknown field': [firstOf('fonts', (record) => Object.assign(record, { isAdmin: true })), /line 2: \/isAdmin: /],
  'a value of another type': [
    firstOf('broadcastSessions', (record) => Object.assign(record, { title: 7 })),
    /^content\/broadcastSessions\.json, line 2: \/title: /,
  ],
  'a reference to nothing': [
    firstOf('broadcastSessions', (record) => Object.assign(record, { hostIds: ['66a1f0c2d4e5b60718293a4b'] })),
    /^content\/broadcastSessions\.json, line 2: \/hostIds\/0: points to no broadcastHost/,
  ],
  'a script as a link': [
    firstOf('broadcastHosts', (record) => Object.assign(record, { links: [{ url: 'javascript:alert(1)' }] })),
    /^content\/broadcastHosts\.json, line 2: \/links\/0\/url: /,
  ],
  'an id that is none': [firstOf('fonts', (record) => Object.assign(record, { _id: '../../etc' })), /_id is not an id/],
  'a time that is none': [
    firstOf('fonts', (record) => Object.assign(record, { _createdAt: 'yesterday' })),
    /line 2: \/_createdAt: /,
  ],
  'a category that is its own parent': [
    firstOf('broadcastCategories', (record) => Object.assign(record, { parentId: record._id })),
    /leads back to itself/,
  ],
  'a picture that is broken': [
    (texts, manifest) => replaceMedia(texts, manifest, '.jpg', (bytes) => bytes.subarray(0, bytes.length / 2)),
    /photo\.jpg: /,
  ],
  'a path out of the archive': [
    (texts, manifest) => {
      const index = String(texts.get('media/index.json'))
      texts.set('media/index.json', index.replace(/"path":"[^"]*"/, '"path":"media/../../etc/passwd"'))
      void manifest
    },
    /do not describe a file/,
  ],
}

for (const [name, [change, sentence]] of Object.entries(refused))
  test(`an archive with ${name} is refused`, async () => {
    assert.match(await refusal(await archiveWith(change)), sentence)
  })

test('a text that expands to more than its declared size is refused before it fills the memory', async () => {
  const file = await archiveWith((texts, manifest) => {
    texts.set('content/fonts.json', `[\n${' '.repeat(40_000_000)}\n]`)
    Object.assign(manifest.files.find(({ path }) => path === 'content/fonts.json') ?? {}, { entries: 1 })
  })
  assert.match(await refusal(file), /^content\/fonts\.json, line 2, has more than \d+ bytes/)
})

test('a time in the future becomes the time of the import', async () => {
  const future = new Date(service.clock.now() + 86_400_000).toISOString()
  const file = await archiveWith(firstOf('fonts', (record) => Object.assign(record, { _updatedAt: future })))
  const { broadcastId } = await importInto(service, tenant, file)
  const again = await filesIn(await exportTo(work.folder, service, broadcastId))
  assert(!String(again.get('content/fonts.json')).includes(future))
})

test('secrets in an archive are not stored', async () => {
  const file = await archiveWith((texts) => {
    const broadcast = JSON.parse(String(texts.get('broadcast.json')))
    broadcast.authData[0].basic.password = 'planted-secret'
    texts.set('broadcast.json', JSON.stringify(broadcast))
  })
  const { broadcastId } = await importInto(service, tenant, file)
  const again = await filesIn(await exportTo(work.folder, service, broadcastId))
  assert(!String(again.get('broadcast.json')).includes('planted-secret'))
})

function replaceMedia(
  texts: typeof files,
  manifest: Manifest,
  ending: string,
  change: (bytes: Buffer) => Buffer,
): void {
  const path = [...texts.keys()].find((candidate) => candidate.endsWith(ending)) ?? ''
  const bytes = change(Buffer.from(texts.get(path) ?? ''))
  texts.set(path, bytes)
  const lines = String(texts.get('media/index.json')).split('\n')
  const changed = lines.map((line) => {
    if (!line.includes(path)) return line
    const { size, ...listed } = JSON.parse(line.replace(/,$/, ''))
    manifest.media.bytes += bytes.length - size
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return `${JSON.stringify({ ...listed, size: bytes.length, sha256 })}${line.endsWith(',') ? ',' : ''}`
  })
  texts.set('media/index.json', changed.join('\n'))
}

/** A copy with one kind of damage: cut off, a hole, foreign bytes, changed bits in the data of a file, or swapped parts. */
function damaged(bytes: Buffer, turn: number, random: () => number): Buffer {
  const at = Math.floor(random() * (bytes.length - 200))
  const length = 1 + Math.floor(random() * 150)
  const copy = Buffer.from(bytes)
  switch (turn % 5) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)])
    case 2:
      return Buffer.concat([copy.subarray(0, at), Buffer.alloc(length, turn), copy.subarray(at)])
    case 3:
      for (let index = at; index < at + 100; index++)
        copy[index] = (copy[index] ?? 0) ^ (1 + Math.floor(random() * 255))
      return copy
    default:
      return Buffer.concat([copy.subarray(at), copy.subarray(0, at)])
  }
}

/** A small generator of random numbers that repeats itself (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

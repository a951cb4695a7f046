import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { broadcastKinds } from '@marquee/model'
import { atLeast, atMost, type Figure } from '../bench/figure.ts'
import { type BenchBroadcast, newService } from '../bench/service.ts'
import { readMigrations } from '../packages/server/src/store/migrate.ts'
import { type Env, type OwnServer, openServer, withDatabase } from './backup/databases.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'
import { newContent } from './upgrade/content.ts'
import { differences, fillOldSchema, readTables, sorted, type Tables } from './upgrade/old-schema.ts'

/**
 * Starts the service on databases of older schemas. The content is made once, by the API of the current version, in which no
 * field of a later version is used. For each schema an empty database gets the migrations up to it, and the same rows without what
 * later migrations added (`upgrade/old-schema.ts` has the list, which a new migration of data extends). The service
 * migrates it, and every read must equal that of the service which made the content; the tables of content are equal, too.
 */
export const upgradeSuite: ChaosSuite = {
  about: 'the service starts on the data of every older schema, and migrates it',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const migrations = await readMigrations()
  // The first five came together. Each later one was a schema on its own.
  const later = migrations.slice(migrations.findIndex(({ name }) => name.startsWith('0005')))
  const stops = isQuick ? [random.pick(later)] : later
  const tally = { schemas: 0, reads: 0, faults: [] as string[] }
  const source = await newService()
  await source.start()
  const server = await openServer(source.dataDir)
  try {
    const { broadcast, mediaPath } = await newContent(source)
    const paths = [...readsOf(broadcast), mediaPath]
    const expected = await readAll(source.url, broadcast, paths)
    const refused = [...expected].filter(([, text]) => !text.startsWith('200 '))
    if (refused.length > 0) throw new Error(`reads that do not work: ${JSON.stringify(refused)}`)
    const tables = await withDatabase({ MARQUEE_DATA_DIR: source.dataDir }, readTables)
    const parts = { server, broadcast, paths, expected, tables, sourceUrl: source.url, sourceDir: source.dataDir }
    // Two at a time: a start uses about one core.
    const waiting = stops.map((stop) => stop?.name ?? '')
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        tally.faults.push(...(await upgradeFrom(name, parts)))
        tally.schemas += 1
        tally.reads += paths.length
      }
    }
    await Promise.all([work(), work()])
  } finally {
    await server.close()
    await source.remove()
  }
  const { faults } = tally
  return [
    atLeast('schemas that the service started on', tally.schemas, stops.length, ''),
    atLeast('reads compared', tally.reads, stops.length * 20, ''),
    atMost('reads and rows that differ', faults.length, 0, '', faults.slice(0, 12).join('; ').slice(0, 6_000)),
  ]
}

interface Parts {
  server: OwnServer
  broadcast: BenchBroadcast
  paths: string[]
  expected: Map<string, string>
  tables: Tables
  sourceUrl: string
  sourceDir: string
}

async function upgradeFrom(name: string, parts: Parts): Promise<string[]> {
  const { server, broadcast, paths, expected, tables } = parts
  const migrations = (await readMigrations()).filter((migration) => migration.name <= name)
  const through = name.slice(0, 4)
  const own: Env = {
    DATABASE_URL: await server.newDatabase(),
    MARQUEE_SECRET_KEY: (await readFile(join(parts.sourceDir, 'secret.key'), 'utf8')).trim(),
    // Addresses of files stay the same.
    MARQUEE_BASE_URL: parts.sourceUrl,
  }
  await withDatabase(own, (db) => fillOldSchema(db, migrations, tables))
  const service = await newService({ env: own })
  await cp(join(parts.sourceDir, 'media'), join(service.dataDir, 'media'), { recursive: true })
  try {
    await service.start()
    const found = await readAll(service.url, broadcast, paths)
    // Files could not be uploaded yet.
    const isThere = (path: string) => through >= '0020' || (!path.startsWith('/media/') && !path.endsWith('/usage'))
    const faults = [...expected].flatMap(([path, text]) =>
      found.get(path) === text || !isThere(path)
        ? []
        : [`${through} ${path}: ${firstDifference(text, found.get(path) ?? '')}`],
    )
    faults.push(...(await restoreFromTrash(service.url, broadcast, through)))
    const upgraded = await withDatabase(own, readTables)
    // The record that was restored from the trash has its own comparison.
    const isContent = (row: Record<string, unknown>) => !sorted(row).includes('In the trash')
    upgraded.set('records', (upgraded.get('records') ?? []).filter(isContent))
    const stored = differences(tables, upgraded, through)
    return [...faults, ...stored.filter((text) => through >= '0020' || !text.includes(' media_files: '))]
  } finally {
    await service.remove()
  }
}

/** A record that was deleted by an older version comes back with the fields of this one. */
async function restoreFromTrash(url: string, broadcast: BenchBroadcast, through: string): Promise<string[]> {
  if (through < '0033') return []
  const { authorization: headers, path } = broadcast
  const ask = async (method: string, under: string) =>
    JSON.parse(await (await fetch(`${url}${path}${under}`, { method, headers })).text())
  const [trashed] = (await ask('GET', '/trash')).data
  await ask('POST', `/trash/${trashed.id}/restore`)
  const [{ data: sessions }, back] = [
    await ask('GET', '/broadcastSessions?limit=1'),
    await ask('GET', `/broadcastSessions/${trashed.id}`),
  ]
  const [names, wanted] = [back, sessions[0]].map((record) => Object.keys(record).sort().join())
  return names === wanted ? [] : [`${through} a record from the trash has ${names}, and others have ${wanted}`]
}

/** Every list of every kind, the feeds of changes and counts, search, and what visitors see. */
function readsOf({ path, broadcastId }: BenchBroadcast): string[] {
  // Members are not shown to API keys.
  const lists = broadcastKinds
    .filter(({ area }) => area !== 'members')
    .map(({ plural }) => `${path}/${plural}?limit=200`)
  const queries = { sort: { title: 'asc' }, filters: [{ status: 'published' }, { cancelled: false }] }
  const sorts = Object.entries(queries).map(
    ([name, value]) => `${path}/broadcastSessions?limit=200&${name}=${encodeURIComponent(JSON.stringify(value))}`,
  )
  const site = `/v1/public/upgrade-${broadcastId}`
  return [
    path,
    ...lists,
    ...sorts,
    `${path}/broadcastEvents/counts`,
    `${path}/search?q=concert`,
    `${path}/usage`,
    '/v1/events?limit=100',
    '/v1/articles?limit=100',
    '/v1/places?limit=100',
    `${site}/bundle`,
    `${site}/broadcastSessions`,
    `${site}/search?q=stage`,
    `${site}/programme.ics`,
  ]
}

async function readAll(url: string, { authorization }: BenchBroadcast, paths: string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { headers: path.includes('/public/') ? {} : authorization })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    // The cursor of a bundle has a tag of the bytes of the broadcast, in which migrated fields come last.
    const { cursor: _, ...shown } = isJson ? JSON.parse(text) : {}
    answers.set(path, `${response.status} ${isJson ? sorted(shown) : text}`)
  }
  return answers
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `${one.slice(Math.max(0, at - 60), at + 80)} | ${other.slice(Math.max(0, at - 60), at + 80)}`
}

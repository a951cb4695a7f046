import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeast, atMost, type Figure } from '../bench/figure.ts'
import { newService } from '../bench/service.ts'
import { type Faults, findFaults, findLost } from './backup/consistency.ts'
import { ask, type Env, type OwnServer, openServer, withDatabase } from './backup/databases.ts'
import { startWriters, type Writers } from './backup/writers.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Backs up while clients write, restores elsewhere, and checks that the result is one point in time. */
export const backupSuite: ChaosSuite = {
  about: '`marquee backup` while clients write and upload, embedded and external; `marquee restore` elsewhere',
  run,
}

interface Tally extends Faults {
  backups: number
  during: number
  lost: number
  unequal: number
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [rounds, broadcasts, writes] = isQuick ? [1, 2, 40] : [4, 8, 600]
  const tally: Tally = { backups: 0, during: 0, lost: 0, unequal: 0, gaps: 0, differing: 0, counts: 0, files: 0 }
  const server = isQuick ? undefined : await openServer()
  const folder = await mkdtemp(join(tmpdir(), 'marquee-chaos-backup-'))
  try {
    // The short form backs up an embedded database and restores it as an external one, which is then backed up, too.
    for (const url of isQuick ? [undefined] : [undefined, await server?.newDatabase()]) {
      const own: Env = url === undefined ? {} : { DATABASE_URL: url, MARQUEE_SECRET_KEY: externalKey }
      const service = await newService({ env: own })
      await service.start()
      const databases = server ?? (await openServer(service.dataDir))
      try {
        const env = { MARQUEE_DATA_DIR: service.dataDir, ...own }
        const writers = await startWriters(service, random, broadcasts)
        for (let round = 0; round < rounds; round++) {
          const from = writers.writes()
          while (writers.writes() < from + writes * (0.5 + random.next())) await pause(10)
          const target = await newTarget(folder, databases, env, { isEmbedded: !isQuick && random.chance(0.5) })
          await backUpAndRestore(env, target, writers, tally, random)
        }
        await writers.stop()
      } finally {
        if (databases !== server) await databases.close()
        await service.remove()
      }
    }
  } finally {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  }
  return [
    atLeast('backups made and restored', tally.backups, isQuick ? 1 : 2 * rounds, ''),
    atLeast('writes during the backups', tally.during, tally.backups, ''),
    atMost('acknowledged writes that are missing in a backup made after them', tally.lost, 0, ''),
    atMost('logs with gaps, or beyond their counter', tally.gaps, 0, ''),
    atMost('records that differ from their newest change', tally.differing, 0, ''),
    atMost('counts that differ from the records', tally.counts, 0, ''),
    atMost('files that are missing or differ from their checksum', tally.files, 0, ''),
    atMost('tables and files whose checksum differs after the restore', tally.unequal, 0, ''),
  ]
}

/** An empty installation with the secret key of the source. */
async function newTarget(folder: string, server: OwnServer, source: Env, { isEmbedded }: { isEmbedded: boolean }) {
  const dataDir = await mkdtemp(join(folder, 'target-'))
  const key =
    source.MARQUEE_SECRET_KEY ?? (await readFile(join(source.MARQUEE_DATA_DIR ?? '', 'secret.key'), 'utf8')).trim()
  const env: Env = { MARQUEE_DATA_DIR: dataDir, MARQUEE_SECRET_KEY: key }
  if (!isEmbedded) env.DATABASE_URL = await server.newDatabase()
  return env
}

async function backUpAndRestore(env: Env, target: Env, writers: Writers, tally: Tally, random: Random): Promise<void> {
  const dataDir = target.MARQUEE_DATA_DIR ?? ''
  const file = join(dataDir, '..', `${random.below(2 ** 40)}.backup`)
  const [before, uploads, from] = [writers.acknowledged(), writers.uploads(), writers.writes()]
  const made = await ask(['backup', file], env)
  const after = writers.acknowledged()
  tally.during += writers.writes() - from
  await ask(['restore', file], target)
  await withDatabase(target, async (db) => {
    const faults = await findFaults(db, join(dataDir, 'media'))
    for (const name of ['gaps', 'differing', 'counts', 'files'] as const) tally[name] += faults[name]
    tally.lost += await findLost(db, before, after, uploads)
  })
  const again = await ask(['backup', `${file}.again`], target)
  for (const [name, { sha256, rows }] of Object.entries<{ sha256: string; rows: number }>(made.tables))
    if (again.tables[name]?.sha256 !== sha256 || again.tables[name]?.rows !== rows) tally.unequal += 1
  if (JSON.stringify(again.files) !== JSON.stringify(made.files) || made.files.missing.length > 0) tally.unequal += 1
  tally.backups += 1
  await rm(file)
  await rm(`${file}.again`)
}

const externalKey = Buffer.alloc(32, 5).toString('base64')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

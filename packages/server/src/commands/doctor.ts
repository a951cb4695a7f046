import { access, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartupError } from '../base/errors.ts'
import { type Config, readConfig } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../database.ts'
import { createBucketFiles } from '../media/bucket-files.ts'
import { unknownOptions } from '../options.ts'
import { openClient } from '../store/connection.ts'
import type { Db } from '../store/db.ts'
import { databaseTime } from '../store/health.ts'
import { migrationState } from '../store/migrate.ts'
import { missingRoleSettings } from '../store/pooler.ts'
import { measureLag, requireReplicaOf } from '../store/replica.ts'
import type { Report } from './command.ts'

interface Finding {
  name: string
  verdict: 'ok' | 'warning' | 'failure'
  message: string
}

/** Checks the installation and returns a verdict for each check. It changes nothing. */
export async function runDoctor(): Promise<Report> {
  const findings: Finding[] = [nodeFinding()]
  const config = await attempt(findings, 'configuration', async () => {
    const read = readConfig(process.env)
    const unknown = unknownOptions(process.env)
    const isFine = unknown.length === 0
    findings.push({
      name: 'configuration',
      verdict: isFine ? 'ok' : 'warning',
      message: isFine ? 'every value is valid' : `not options of Marquee: ${unknown.join(', ')}`,
    })
    return read
  })
  if (config) {
    await diskFinding(findings, config)
    if (config.mediaBucket) await bucketFinding(findings, config.mediaBucket)
    if (await isNotCreatedYet(config)) {
      findings.push({ name: 'database', verdict: 'ok', message: 'embedded; it is created at the first start' })
    } else {
      const database = await attempt(findings, 'database', () => openDatabase(config, 'command'))
      if (database) await databaseFindings(findings, config, database).finally(() => database.close())
    }
  }
  const isWell = findings.every(({ verdict }) => verdict !== 'failure')
  return {
    lines: findings.map(({ name, verdict, message }) => `${marks[verdict]}  ${name.padEnd(14)} ${message}`),
    json: { ok: isWell, findings },
    exitCode: isWell ? 0 : 1,
  }
}

const marks = { ok: 'ok     ', warning: 'warning', failure: 'FAILURE' }

/** Opening the embedded database would create it. */
async function isNotCreatedYet({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl !== undefined) return false
  const failure = await access(join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) => error.code)
  return failure === 'ENOENT'
}

async function databaseFindings(findings: Finding[], config: Config, { db, version }: OpenDatabase): Promise<void> {
  findings.push({
    name: 'database',
    verdict: 'ok',
    message: `PostgreSQL ${version}, ${config.databaseUrl ? 'from DATABASE_URL' : 'embedded'}`,
  })
  if (config.listenUrl !== undefined) await poolerFinding(findings, db)
  if (config.replicaUrl !== undefined) await replicaFinding(findings, db, config.replicaUrl)
  await attempt(findings, 'migrations', async () => {
    const { applied, pending } = await migrationState(db)
    const isDone = pending.length === 0
    findings.push({
      name: 'migrations',
      verdict: isDone ? 'ok' : 'warning',
      message: isDone
        ? `all ${applied.length} applied`
        : `${pending.length} pending; run \`marquee migrate\` or restart the service`,
    })
  })
  await attempt(findings, 'clock', async () => {
    const before = Date.now()
    const theirs = await databaseTime(db)
    const skewMs = Math.abs(theirs.getTime() - (before + Date.now()) / 2)
    const isClose = skewMs < 1_000
    findings.push({
      name: 'clock',
      verdict: isClose ? 'ok' : 'warning',
      message: `differs from the database's by ${Math.round(skewMs)} ms`,
    })
  })
}

async function poolerFinding(findings: Finding[], db: Db): Promise<void> {
  await attempt(findings, 'pooler', async () => {
    const missing = await missingRoleSettings(db)
    findings.push(
      missing.length === 0
        ? { name: 'pooler', verdict: 'ok', message: 'the role has the settings that connections of a pooler need' }
        : { name: 'pooler', verdict: 'failure', message: `run \`${missing.join('; ')}\`` },
    )
  })
}

/** A replica that is missing or behind costs speed: the primary answers instead. */
async function replicaFinding(findings: Finding[], db: Db, url: string): Promise<void> {
  const add = (verdict: Finding['verdict'], message: string) => findings.push({ name: 'replica', verdict, message })
  try {
    const client = await openClient(url, { query_timeout: replicaMs })
    try {
      await requireReplicaOf(db, client)
      const { bytes, seconds } = await measureLag(db, client)
      add(seconds > maxLagSeconds ? 'warning' : 'ok', `${bytes} bytes and ${seconds.toFixed(1)} s behind`)
    } finally {
      await client.end()
    }
  } catch (error) {
    add('warning', `cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const replicaMs = 5_000
const maxLagSeconds = 10

function nodeFinding(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return {
    name: 'node',
    verdict: major >= 24 ? 'ok' : 'failure',
    message: `${process.version} on ${process.platform} ${process.arch}${major >= 24 ? '' : '; 24 or newer is needed'}`,
  }
}

async function diskFinding(findings: Finding[], config: Config): Promise<void> {
  const folder = resolve(config.dataDir)
  const stats = (await statfs(folder).catch(() => undefined)) ?? (await statfs('.'))
  const freeGib = (stats.bavail * stats.bsize) / 2 ** 30
  const verdict = freeGib > 2 ? 'ok' : freeGib > 0.2 ? 'warning' : 'failure'
  findings.push({ name: 'disk', verdict, message: `${freeGib.toFixed(1)} GiB free for ${folder}` })
}

async function bucketFinding(findings: Finding[], bucket: NonNullable<Config['mediaBucket']>): Promise<void> {
  let reason = ''
  const files = createBucketFiles(bucket, (error) => {
    reason = error instanceof Error ? `${error.name} ${error.message}`.trim() : String(error)
  })
  const isReached = await files.list('doctor').then(
    () => true,
    () => false,
  )
  findings.push(
    isReached
      ? { name: 'media', verdict: 'ok', message: `the bucket ${bucket.name} is reachable` }
      : { name: 'media', verdict: 'failure', message: `the bucket ${bucket.name} cannot be used: ${reason}` },
  )
}

async function attempt<T>(findings: Finding[], name: string, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof StartupError) && !(error instanceof Error)) throw error
    findings.push({ name, verdict: 'failure', message: error.message })
    return undefined
  }
}

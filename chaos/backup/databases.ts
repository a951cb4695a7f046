import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Db, openDb } from '../../packages/server/src/store/db.ts'
import { openEmbeddedPostgres } from '../../packages/server/src/store/embedded.ts'
import { raw, sql } from '../../packages/server/src/store/sql.ts'

const entry = fileURLToPath(new URL('../../packages/server/bin/marquee.js', import.meta.url))

export type Env = Record<string, string>

export interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `marquee` until it exits. */
export function run(args: string[], env: Env): Promise<Ending> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { env: { ...process.env, ...env }, maxBuffer: 50_000_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

/** Runs `marquee ... --json`, which must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: reports of every shape
export async function ask(args: string[], env: Env): Promise<any> {
  const { code, stdout, stderr } = await run([...args, '--json'], env)
  if (code !== 0) throw new Error(`marquee ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** A PostgreSQL that is not Marquee's, for DATABASE_URL. */
export interface OwnServer {
  newDatabase(): Promise<string>
  close(): Promise<void>
}

/** `joined`: the data folder of a running service whose server has the databases too, which saves making another. */
export async function openServer(joined?: string): Promise<OwnServer> {
  const folder = joined ?? (await mkdtemp(join(tmpdir(), 'marquee-chaos-server-')))
  const server = await openEmbeddedPostgres({ dataDir: folder, role: 'command' })
  const { host, port, user } = server.connection
  return {
    async newDatabase() {
      const name = `chaos_${randomBytes(6).toString('hex')}`
      const db = openDb({ ...server.connection, database: 'postgres' }, { maxConnections: 1 })
      await db.query(sql`${raw(`create database ${name}`)}`).finally(() => db.close())
      return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
    },
    async close() {
      await server.close()
      if (joined === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The database of an installation: that of DATABASE_URL, or the one in its data folder. */
export async function withDatabase<T>(
  { DATABASE_URL, MARQUEE_DATA_DIR }: Env,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const server = DATABASE_URL
    ? undefined
    : await openEmbeddedPostgres({ dataDir: MARQUEE_DATA_DIR ?? '', role: 'command' })
  const db = openDb(server?.connection ?? DATABASE_URL ?? '', { maxConnections: 2 })
  try {
    return await work(db.withLimit(60_000))
  } finally {
    await db.close()
    await server?.close()
  }
}

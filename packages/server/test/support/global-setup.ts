import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/store/db.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/store/embedded.ts'
import { migrate } from '../../src/store/migrate.ts'
import { raw, sql } from '../../src/store/sql.ts'
import { templateName, urlOf } from './database.ts'

let server: EmbeddedPostgres
let dataDir: string

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function globalSetup(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  server = await openEmbeddedPostgres({ dataDir, role: 'command' })
  process.env.MARQUEE_TEST_SERVER = JSON.stringify(server.connection)
  const admin = openDb(urlOf(server.connection, 'postgres'), { maxConnections: 1 })
  await admin.query(sql`create database ${raw(templateName)}`)
  await admin.close()
  const template = openDb(urlOf(server.connection, templateName), { maxConnections: 1 })
  await migrate(template)
  await template.close()
}

export async function globalTeardown(): Promise<void> {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
}

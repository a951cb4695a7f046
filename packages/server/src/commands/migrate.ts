import { readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import type { Report } from './command.ts'

export async function migrateNow(): Promise<Report> {
  const database = await openDatabase(readConfig(process.env), 'command')
  try {
    const applied = await database.migrate()
    return {
      lines: applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`),
      json: { applied },
    }
  } finally {
    await database.close()
  }
}

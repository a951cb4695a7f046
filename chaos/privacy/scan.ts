import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpack } from '../../packages/server/src/archive/unpack.ts'
import type { Db } from '../../packages/server/src/store/db.ts'
import { raw, sql } from '../../packages/server/src/store/sql.ts'

/** The forms in which a text can be stored: plain, in JSON and URLs, as hexadecimal digits, and inside of base64. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64url')
      .slice(shift > 0 ? 4 : 0, -4),
  )
  return [...new Set([text, encodeURIComponent(text), bytes.toString('hex'), ...inBase64])].map((form) =>
    form.toLowerCase(),
  )
}

/** Every row of every table, partitions with their table, in which one of the texts occurs: `table: text`. */
export async function scanTables(db: Db, texts: string[]): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(sql`
      select lower(t::text) as row from ${raw(`"${name}"`)} as t
      where lower(t::text) ~ ${texts.flatMap(formsOf).map(escaped).join('|')}`)
    for (const { row } of rows)
      for (const text of texts) if (formsOf(text).some((form) => row.includes(form))) found.push(`${name}: ${text}`)
  }
  return found
}

/** Every file of a folder, without those of PostgreSQL itself: pages keep deleted rows until they are reused. */
export async function scanFolder(folder: string, texts: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.startsWith(join(folder, 'postgres/'))) continue
    const content = (await readFile(path, 'latin1')).toLowerCase()
    for (const text of texts)
      if (formsOf(text).some((form) => content.includes(form) || entry.name.includes(form)))
        found.push(`${entry.name}: ${text}: ${around(content, text)}`)
  }
  return found
}

/** Every file in a backup. */
export async function scanBackup(file: string, texts: string[]): Promise<string[]> {
  const archive = await unpack(file)
  const found: string[] = []
  for (const path of archive.paths) {
    const chunks: Buffer[] = []
    for await (const chunk of archive.read(path)) chunks.push(chunk)
    const content = Buffer.concat(chunks).toString('latin1').toLowerCase()
    for (const text of texts) if (formsOf(text).some((form) => content.includes(form))) found.push(`${path}: ${text}`)
  }
  archive.close()
  return found
}

const around = (content: string, text: string) => {
  const at = content.indexOf(text.toLowerCase())
  return content.slice(Math.max(0, at - 150), at + 100).replaceAll('\n', ' ')
}

const escaped = (text: string) => text.replaceAll(/[^a-z0-9]/g, '\\$&')

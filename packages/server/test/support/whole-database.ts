import type { Plane, Queryable } from '../../src/store/db.ts'
import { raw, sql } from '../../src/store/sql.ts'

/** The tables that contain a text, in plain or encoded form. */
export async function tablesHolding(db: Queryable<Plane>, text: string): Promise<string[]> {
  const bytes = Buffer.from(text)
  const forms = [text, JSON.stringify(text).slice(1, -1), bytes.toString('hex'), ...base64Parts(bytes)]
  const patterns = [...new Set(forms)].map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const tables = await db.query<{ name: string }>(
    sql`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) as count from ${raw(name)} as t where t::text like any (${patterns}::text[])`,
    )
    if (row && row.count > 0) found.push(name)
  }
  return found
}

/** Parts of the base64 encoding that do not depend on the position in a longer text, in both alphabets. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
    const part = (encoding: 'base64' | 'base64url') => padded.toString(encoding).slice(shift > 0 ? 4 : 0, -4)
    return [part('base64'), part('base64url')]
  })
}

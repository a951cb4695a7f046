import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** A programme file. Stored ones are compressed. */
export interface ImportFile {
  bytes: Uint8Array
  isPacked: boolean
  name: string | null
  contentType: string | null
  url: string | null
}

export async function insertImportFile(
  db: Queryable,
  broadcastId: string,
  importId: string,
  { bytes, name, contentType, url }: Omit<ImportFile, 'isPacked'>,
): Promise<void> {
  await db.query(sql`
    insert into import_files (broadcast_id, import_id, name, content_type, url, bytes)
    values (${broadcastId}, ${importId}, ${name}, ${contentType}, ${url}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})`)
}

export async function findImportFile(
  db: Queryable,
  broadcastId: string,
  importId: string,
): Promise<ImportFile | undefined> {
  const [row] = await db.query<{ name: string | null; content_type: string | null; url: string | null; bytes: Buffer }>(
    sql`select name, content_type, url, bytes from import_files where broadcast_id = ${broadcastId} and import_id = ${importId}`,
  )
  return row && { bytes: row.bytes, isPacked: true, name: row.name, contentType: row.content_type, url: row.url }
}

export async function deleteImportFiles(db: Queryable, broadcastId: string, importIds: string[]): Promise<void> {
  await db.query(
    sql`delete from import_files where broadcast_id = ${broadcastId} and import_id = any (${importIds}::text[])`,
  )
}

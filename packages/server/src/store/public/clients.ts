import type { Queryable, Tx } from '../db.ts'
import { sql } from '../sql.ts'

export async function insertClientToken(tx: Tx, broadcastId: string, clientId: string, digest: Buffer): Promise<void> {
  await tx.query(
    sql`insert into client_tokens (broadcast_id, client_id, digest) values (${broadcastId}, ${clientId}, ${digest})`,
  )
}

/** The client of a token in a broadcast. */
export async function findClientByToken(
  db: Queryable,
  broadcastId: string,
  digests: Buffer[],
): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>(sql`
    select r.body from client_tokens t
      join records r on r.broadcast_id = t.broadcast_id and r.kind = t.kind and r.id = t.client_id
    where t.digest = any (${digests}::bytea[]) and t.broadcast_id = ${broadcastId}`)
  return row?.body
}

import { sql } from '../sql.ts'
import type { Tx } from '../tx.ts'
import { byKeySql } from './by-key.ts'
import { bufferOf } from './write-buffer.ts'

/** A record that a write will change. */
export interface RecordTarget {
  broadcastId: string
  kind: string
  id: string
}

/** Locks records that the next writes of the transaction will change, all with one statement. Large ones are left to their writes. */
export async function lockAhead(tx: Tx, targets: RecordTarget[]): Promise<void> {
  const buffer = bufferOf(tx)
  if (!buffer) return
  for (const [broadcastId, some] of Map.groupBy(targets, (target) => target.broadcastId)) {
    const rest = sql`and octet_length(body::text) <= ${maxBytes} for update`
    const rows = await tx.aside<LockedRow>(byKeySql(broadcastId, some, 'kind, id, body, secrets', rest))
    for (const { kind, id, body, secrets } of rows)
      buffer.remember(broadcastId, kind, id, { body, secrets: secrets === null ? null : JSON.parse(secrets) })
  }
}

interface LockedRow {
  kind: string
  id: string
  body: string
  secrets: string | null
}

/** Those of all writes of a group are in memory at once. */
const maxBytes = 32_768

import type { Plane, Tx } from './db.ts'
import { sql } from './sql.ts'

/** Advisory locks across all nodes. In one list, because two with the same number would block each other. */
export const locks = {
  migration: 7_203_061_422,
  retention: 7_203_061_423,
  demo: 7_203_061_424,
  months: 7_203_061_426,
  /** Shared by backups; exclusive for the choice of files to delete. */
  backup: 7_203_061_427,
}

export type Lock = keyof typeof locks

/** Takes a lock until the transaction ends; false when it is taken. */
export async function tryLock(tx: Tx<Plane>, lock: Lock): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${locks[lock]}) as held`)
  return row?.held ?? false
}

/**
 * Waits for a lock within a broadcast, and keeps it until the transaction ends. It is where the rows of the broadcast are: each node of a
 * cluster has locks of its own.
 */
export async function waitForLockIn(tx: Tx, broadcastId: string, name: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${name} of ${broadcastId}`}, 0)) from broadcasts where id = ${broadcastId}`)
}

/** Waits for a lock, and keeps it until the transaction ends. */
export async function waitForLock(tx: Tx<Plane>, lock: Lock): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${locks[lock]})`)
}

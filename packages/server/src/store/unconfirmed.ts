import { setTimeout as sleep } from 'node:timers/promises'
import { holdLastSequence } from './changes/versions.ts'
import type { Db } from './db.ts'
import { graceMs, statementMs } from './limits.ts'

/**
 * Calls back with the number of the last change of a broadcast after a commit that was not confirmed: as soon as the database answers,
 * and again when the server has certainly ended a transaction whose connection it has lost. The row of the broadcast is locked, so that
 * a commit in progress is waited for.
 */
export async function followUnconfirmed(
  db: Db,
  broadcastId: string,
  onSequence: (sequence: number) => void,
): Promise<void> {
  for (const waitMs of [0, statementMs + graceMs]) {
    await sleep(waitMs, undefined, { ref: false })
    const sequence = await untilAnswered(() => db.transaction((tx) => holdLastSequence(tx, broadcastId)))
    if (sequence !== undefined) onSequence(sequence)
  }
}

/** A longer outage interrupts the notifications as well, and so empties all caches. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      return await ask()
    } catch {
      await sleep(retryMs, undefined, { ref: false })
    }
  }
  return undefined
}

const maxTries = 60
const retryMs = 500

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until a condition is true. Tests wait for events in no other way. */
export async function until(hasCome: () => boolean | Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
  const giveUpAtMs = Date.now() + withinMs
  while (!(await hasCome())) {
    if (Date.now() > giveUpAtMs) assert.fail(`${what} did not come about within ${withinMs} ms`)
    await sleep(5)
  }
}

/**
 * Lets real time pass where time itself is the scenario: a slow peer, the random moment of a kill, or a period in which nothing may
 * happen. To wait for an event, use `until`.
 */
export const elapse = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false })

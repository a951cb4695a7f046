import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until a condition is true. Tests wait in no other way. */
export async function until(hasCome: () => boolean | Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
  const giveUpAtMs = Date.now() + withinMs
  while (!(await hasCome())) {
    if (Date.now() > giveUpAtMs) assert.fail(`${what} did not come about within ${withinMs} ms`)
    await sleep(5)
  }
}

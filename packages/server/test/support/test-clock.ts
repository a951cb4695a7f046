import type { Clock } from '../../src/base/clock.ts'

/** A clock that stands beside the real one, moved on by tests. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): number {
    return Date.now() + this.#aheadMs
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}

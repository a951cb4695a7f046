import type { Clock } from '../../src/base/clock.ts'

/** A clock that tests advance. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): number {
    return Date.now() + this.#aheadMs
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}

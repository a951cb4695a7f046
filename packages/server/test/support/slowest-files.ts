import { basename } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** Adds up how long the tests of each file took. A group of files reports each of them as a suite that has the file's name. */
export class SlowestFiles {
  readonly #durations = new Map<string, number>()

  add(event: TestEvent): void {
    if ((event.type !== 'test:pass' && event.type !== 'test:fail') || event.data.nesting !== 0) return
    const { name, file, details } = event.data
    const tested = name.endsWith('.test.ts') ? name : basename(file ?? name)
    this.#durations.set(tested, (this.#durations.get(tested) ?? 0) + details.duration_ms)
  }

  report(count = 10): string {
    const slowest = [...this.#durations].toSorted(([, one], [, other]) => other - one).slice(0, count)
    return slowest.map(([name, ms]) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`).join('\n')
  }
}

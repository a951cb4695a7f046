import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { howToGetChromium, noChromium } from './chromium.ts'

/** Node's usual report, and below it what a reader must not overlook: the tests that this machine could not run. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let skipped = 0
  async function* counted() {
    for await (const event of events) {
      if (event.type === 'test:pass' && event.data.skip === noChromium) skipped += 1
      yield event
    }
  }
  yield* Readable.from(counted()).pipe(new spec())
  if (skipped > 0) yield `\n${summary(skipped)}\n`
}

const summary = (skipped: number) =>
  `${skipped} browser ${skipped === 1 ? 'test was' : 'tests were'} skipped: ${noChromium}. ${howToGetChromium}`

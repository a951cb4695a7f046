import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { howToGetChromium, noChromium } from './chromium.ts'
import { SlowestFiles } from './slowest-files.ts'

/** Node's default report, followed by the tests that this machine could not run. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Map<string, number>()
  const files = new SlowestFiles()
  async function* counted() {
    for await (const event of events) {
      if (event.type === 'test:pass' && typeof event.data.skip === 'string')
        skipped.set(event.data.skip, (skipped.get(event.data.skip) ?? 0) + 1)
      files.add(event)
      yield event
    }
  }
  yield* Readable.from(counted()).pipe(new spec())
  yield `\nThe slowest files:\n${files.report()}\n`
  // The line about the browser comes last, because it usually covers the most tests.
  const reasons = [...skipped].toSorted(([one], [other]) => Number(one === noChromium) - Number(other === noChromium))
  if (reasons.length > 0) yield `\n${reasons.map(([reason, count]) => skippedLine(reason, count)).join('\n')}\n`
}

function skippedLine(reason: string, count: number): string {
  const isOfBrowser = reason === noChromium
  const subject = `${count} ${isOfBrowser ? 'browser ' : ''}${count === 1 ? 'test was' : 'tests were'} skipped`
  const advice = isOfBrowser ? howToGetChromium : 'Install it, then run npm test again.'
  return `${subject}: ${reason}. ${advice}`
}

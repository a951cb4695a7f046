import { atLeast, atMost, type Figure } from '../../bench/figure.ts'
import { newReceiver } from '../../bench/receiver.ts'
import { fixed, newWorkflow } from '../../bench/workflows.ts'
import { askAs, pause } from '../answer.ts'
import type { ChaosOptions } from '../suite.ts'
import type { Stage } from './stage.ts'
import { startTraffic } from './traffic.ts'

/**
 * Steps the clock of the service by an hour in either direction, under traffic. Only `Date` of the service moves: PostgreSQL and the
 * system keep theirs, as when the service and its database are on different machines.
 */
export async function stepClock(
  { service, broadcast, moveClock }: Stage,
  { isQuick, random }: ChaosOptions,
): Promise<Figure[]> {
  const steps = isQuick ? 2 : 8
  const receiver = await newReceiver()
  try {
    await broadcast.call('POST', '/v1/webhooks', { url: receiver.url, events: ['event.created'] })
    const workflow = await newWorkflow(broadcast, broadcast.path, [
      { id: 'work', type: 'code', config: { code: fixed('return 1') } },
    ])
    const traffic = await startTraffic(service.url, broadcast, 4)
    const [deliveredMs, recoveredMs]: [number[], number[]] = [[], []]
    let [refused, unfinished, shiftMs] = [0, 0, 0]
    for (let step = 0; step < steps; step++) {
      await traffic.recovered(10_000)
      traffic.take()
      // Both directions in a short run, too.
      const isForward = step < 2 ? step === 0 : random.chance(0.5)
      shiftMs += isForward ? hourMs : -2 * hourMs * (step === 1 ? 1 : 0.5)
      await moveClock(shiftMs)
      await pause(50)
      const startedAt = performance.now()
      recoveredMs.push(await traffic.recovered(15_000))
      const { body: event } = await askAs(broadcast, service.url, 'POST', '/v1/events', { body: eventBody })
      const run = await askAs(broadcast, service.url, 'POST', `${workflow}/runs?wait=true`, { body: {} })
      if (run.body?.status !== 'succeeded') unfinished += 1
      while (![...receiver.recordOf.values()].includes(event?.id) && performance.now() - startedAt < 15_000)
        await pause(10)
      deliveredMs.push(performance.now() - startedAt)
      refused += traffic.take().filter(({ status }) => status >= 300).length
    }
    await traffic.end()
    return [
      atLeast(`writes acknowledged during ${steps} steps of the clock by an hour`, traffic.acknowledged(), steps, ''),
      atMost(
        'wrong answers after steps of the clock',
        traffic.wrong.length,
        0,
        '',
        traffic.wrong.slice(0, 3).join('; '),
      ),
      atMost('requests refused after steps of the clock', refused, 0, ''),
      atMost('runs that did not succeed after a step', unfinished, 0, ''),
      atMost('deliveries that arrived twice after a step', receiver.count - receiver.firstAt.size, 0, ''),
      atMost(
        'from a step until a write, a run and a delivery',
        Math.max(...deliveredMs, ...recoveredMs) / 1_000,
        10,
        's',
      ),
    ]
  } finally {
    await moveClock(0)
    receiver.close()
  }
}

const hourMs = 3_600_000
const eventBody = { title: 'After a step', start_time: '2027-07-02T18:00:00Z', end_time: '2027-07-02T19:00:00Z' }

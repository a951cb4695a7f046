import { atLeast, atMost, type Figure, told } from '../bench/figure.ts'
import { newReceiver, type Receiver } from '../bench/receiver.ts'
import { type BenchBroadcast, newBroadcast } from '../bench/service.ts'
import { isReached, killOften, pause, retryMs, withService } from './kills.ts'
import { createRandom, type Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Kills the service repeatedly while clients write, then checks the deliveries. */
export const deliverySuite: ChaosSuite = {
  about:
    '`kill -9` of the service while clients write and three receivers are called, one of which fails for a while, again and again',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  // A kill repeats what is in flight, up to twelve deliveries, so the share of copies depends on the writes between kills.
  const [kills, wanted] = isQuick ? [2, 200] : [100, 15_000]
  const receivers = await Promise.all(Array.from({ length: 3 }, newReceiver))
  try {
    return await withService(async (service) => {
      const broadcast = await newBroadcast(service, 'Delivery')
      for (const { url } of receivers) await broadcast.call('POST', '/v1/webhooks', { url, events: ['event.created'] })
      const acknowledged = new Set<string>()
      const progress = () => acknowledged.size / wanted
      const flapping = receivers[0] && flap(receivers[0], createRandom(random.below(2 ** 31)), wanted / 20)
      const clients = Promise.all(
        Array.from({ length: 8 }, (_, client) => keepCreating(broadcast, client, acknowledged, wanted)),
      )
      const resumedAfterMs: number[] = []
      /** The number of duplicates per receiver, at every kill and at the end. */
      const copiesAt: number[][] = []
      const noteCopies = () => copiesAt.push(receivers.map(({ count, firstAt }) => count - firstAt.size))
      const received = () => receivers.reduce((sum, { count }) => sum + count, 0)
      await killOften(service, random, {
        count: kills,
        progress,
        onKilled: noteCopies,
        async onStarted() {
          const [startedAt, before] = [performance.now(), received()]
          await isReached(() => received() > before, 30_000)
          resumedAfterMs.push(performance.now() - startedAt)
        },
      })
      await clients
      // A receiver that has failed gets one delivery at a time, so the rest takes as long as it takes, while attempts are made.
      const attempts = () => received() + (flapping?.refused() ?? 0)
      // Comparing all of them takes the processor that the other suites need.
      const isComplete = () =>
        receivers.every(({ recordOf }) => recordOf.size >= acknowledged.size) &&
        countMissing(receivers, acknowledged) === 0
      for (let before = -1; attempts() > before && !isComplete(); ) {
        before = attempts()
        await isReached(isComplete, 30_000)
      }
      await pause(1_000)
      noteCopies()
      const first = receivers.reduce((sum, { firstAt }) => sum + firstAt.size, 0)
      const share = ((received() - first) / first) * 100
      const copies = 'deliveries that arrived twice'
      return [
        atLeast(`writes acknowledged during ${kills} kills`, acknowledged.size, wanted, ''),
        atMost(
          'events of acknowledged writes that did not arrive',
          countMissing(receivers, acknowledged),
          0,
          '',
          `${receivers.map((receiver) => countMissing([receiver], acknowledged)).join(', ')} by receiver, the failing one first`,
        ),
        // In the short form, one kill with all slots in use is more than the limit.
        isQuick
          ? told(copies, share, '%')
          : atMost(copies, share, 0.5, '%', `${copiesAt.at(-1)?.join(', ')} by receiver`),
        // At most the concurrency per receiver: deliveries that were answered but whose results were not saved.
        atMost('deliveries that arrived twice after one kill, most of a receiver', mostAtOnce(copiesAt), 4, ''),
        atMost(
          'ids that arrived with different bytes',
          receivers.reduce((sum, { differing }) => sum + differing.size, 0),
          0,
          '',
        ),
        told('deliveries that the failing receiver refused', flapping?.refused() ?? 0, ''),
        atMost('from restart to the next delivery, longest', Math.max(...resumedAfterMs) / 1_000, 15, 's'),
      ]
    })
  } finally {
    for (const receiver of receivers) receiver.close()
  }
}

/** Creates sessions in small batches. Batches that are refused or aborted while the service is down were not acknowledged. */
async function keepCreating(
  { call, path }: BenchBroadcast,
  client: number,
  acknowledged: Set<string>,
  wanted: number,
): Promise<void> {
  for (let index = 0; acknowledged.size < wanted; index++) {
    const operations = Array.from({ length: 25 }, (_, at) => ({
      op: 'create',
      body: {
        title: `Event ${client}/${index}/${at}`,
        status: 'published',
        time: { start: '2027-07-02T18:00:00Z', end: '2027-07-02T19:00:00Z' },
      },
    }))
    const answer = await call('POST', `${path}/broadcastSessions/batch`, { mode: 'atomic', operations }).catch(
      () => undefined,
    )
    if (answer?.status === 200) for (const { id } of answer.body.results) acknowledged.add(id)
    else await pause(retryMs)
  }
}

/**
 * The receiver fails for a number of attempts, by an error or by hanging up, and then works for three times as many. It fails each
 * event at most once: the second repetition of a delivery comes after five minutes.
 */
function flap(receiver: Receiver, random: Random, period: number): { refused(): number } {
  const refused = new Set<string>()
  receiver.refusal = (id) => {
    const isFailing = Math.floor((receiver.count + refused.size) / period) % 4 === 0
    if (!isFailing || refused.has(id) || receiver.firstAt.has(id)) return undefined
    refused.add(id)
    return random.chance(0.5) ? 'error' : 'hang-up'
  }
  return { refused: () => refused.size }
}

function countMissing(receivers: Receiver[], acknowledged: Set<string>): number {
  return receivers.reduce((sum, { recordOf }) => sum + acknowledged.difference(new Set(recordOf.values())).size, 0)
}

/** The largest increase from one count to the next. */
function mostAtOnce(counts: number[][]): number {
  const steps = counts.slice(1).flatMap((now, at) => now.map((count, index) => count - (counts[at]?.[index] ?? 0)))
  return Math.max(...steps)
}

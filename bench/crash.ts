import { atLeast, atMost, type Suite } from './figure.ts'
import { newReceiver } from './receiver.ts'
import { newBroadcast, newService } from './service.ts'

/** Kills the service repeatedly while clients write, then checks the deliveries. */
export const crashSuite: Suite = async ({ isQuick }) => {
  const [kills, wanted] = isQuick ? [2, 200] : [50, 20_000]
  const service = await newService()
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'Crash')
    const receivers = await Promise.all(Array.from({ length: 3 }, newReceiver))
    for (const { url } of receivers) await broadcast.call('POST', '/v1/webhooks', { url, events: ['event.created'] })

    const acknowledged = new Set<string>()
    let isWriting = true
    const write = async (client: number) => {
      for (let index = 0; isWriting && acknowledged.size < wanted; index++) {
        const body = {
          title: `Event ${client}/${index}`,
          start_time: '2027-07-02T18:00:00Z',
          end_time: '2027-07-02T19:00:00Z',
        }
        // Requests that are refused or aborted while the service is down were not acknowledged.
        const answer = await broadcast.call('POST', '/v1/events', body).catch(() => undefined)
        if (answer?.status === 201) acknowledged.add(answer.body.id)
        else await pause(20)
      }
    }
    const clients = Promise.all(Array.from({ length: 16 }, (_, client) => write(client)))
    const resumedAfterMs: number[] = []
    /** The number of duplicates per receiver, at every kill and at the end. */
    const copiesAt: number[][] = []
    const noteCopies = () => copiesAt.push(receivers.map(({ count, firstAt }) => count - firstAt.size))
    for (let kill = 0; kill < kills; kill++) {
      // Kills are spread over the writes, whatever their rate.
      while (acknowledged.size < (wanted * (kill + Math.random())) / kills) await pause(10)
      await service.kill()
      noteCopies()
      const received = () => receivers.reduce((sum, { count }) => sum + count, 0)
      const before = received()
      await service.start()
      const startedAt = performance.now()
      while (received() === before && performance.now() - startedAt < 30_000) await pause(20)
      resumedAfterMs.push(performance.now() - startedAt)
    }
    await clients
    isWriting = false

    const missing = () =>
      receivers.flatMap(({ recordOf }) => {
        const seen = new Set(recordOf.values())
        return [...acknowledged].filter((id) => !seen.has(id))
      })
    for (let tries = 0; missing().length > 0 && tries < 600; tries++) await pause(100)
    await pause(1_000)
    noteCopies()
    const [total, first] = [
      receivers.reduce((sum, { count }) => sum + count, 0),
      receivers.reduce((sum, { firstAt }) => sum + firstAt.size, 0),
    ]
    const figures = [
      atLeast(`writes acknowledged during ${kills} kills`, acknowledged.size, wanted, ''),
      atMost('events of acknowledged writes that did not arrive', missing().length, 0, ''),
      atMost('deliveries that arrived twice', ((total - first) / first) * 100, 0.5, '%'),
      // At most the concurrency per receiver: deliveries that were answered but whose results were not saved.
      atMost('deliveries that arrived twice after one kill, most of a receiver', mostAtOnce(copiesAt), 4, ''),
      atMost(
        'ids that arrived with different bytes',
        receivers.reduce((sum, { differing }) => sum + differing.size, 0),
        0,
        '',
      ),
      atMost('from restart to the next delivery, longest', Math.max(...resumedAfterMs) / 1_000, 15, 's'),
    ]
    for (const receiver of receivers) receiver.close()
    return figures
  } finally {
    await service.remove()
  }
}

/** The largest increase from one count to the next. */
function mostAtOnce(counts: number[][]): number {
  const steps = counts.slice(1).flatMap((now, at) => now.map((count, index) => count - (counts[at]?.[index] ?? 0)))
  return Math.max(...steps)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import { atLeast, atMost, type Figure, percentile, type Suite } from './figure.ts'
import { newReceiver, type Receiver } from './receiver.ts'
import { type BenchBroadcast, type BenchService, newBroadcast, newService } from './service.ts'

export const webhookSuite: Suite = async ({ isQuick, profileDir }) => {
  const service = await newService({ profileDir })
  await service.start()
  try {
    return [
      ...(await latency(service, isQuick ? 2 : 20)),
      await throughput(service, isQuick ? 300 : 10_000),
      await writeCost(service, isQuick ? 100 : 2_000),
    ]
  } finally {
    await service.remove()
  }
}

/** Writes at a constant 200 per second; latency from the response of each write to its delivery. */
async function latency(service: BenchService, seconds: number): Promise<Figure[]> {
  const broadcast = await newBroadcast(service, 'Latency')
  const receiver = await newReceiver()
  await broadcast.call('POST', '/v1/webhooks', { url: receiver.url, events: ['event.created'] })
  // Warm-up, because the JIT compiler is still busy after a start.
  for (let round = 0; round < 20; round++) await batch(broadcast, 50)
  await until(receiver, 1_000)
  const answeredAt = new Map<string, number>()
  const writes: Promise<void>[] = []
  const total = seconds * 200
  const startedAt = performance.now()
  for (let index = 0; index < total; index++) {
    const waitMs = startedAt + index * 5 - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    writes.push(
      broadcast.call('POST', '/v1/events', event(index)).then(({ body }) => {
        answeredAt.set(body.id, performance.now())
      }),
    )
  }
  await Promise.all(writes)
  await until(receiver, 1_000 + total)
  const measured = [...receiver.firstAt].filter(([eventId]) => answeredAt.has(receiver.recordOf.get(eventId) ?? ''))
  const delays = measured.map(([eventId, at]) =>
    Math.max(0, at - (answeredAt.get(receiver.recordOf.get(eventId) ?? '') ?? at)),
  )
  receiver.close()
  return [
    atMost('from answer to receipt at 200 events/s, p50', percentile(delays, 0.5), 50, 'ms'),
    atMost('from answer to receipt at 200 events/s, p99', percentile(delays, 0.99), 250, 'ms'),
  ]
}

/** A backlog to one receiver, from the first delivery to the last. */
async function throughput(service: BenchService, total: number): Promise<Figure> {
  const broadcast = await newBroadcast(service, 'Throughput')
  const receivers = await Promise.all(Array.from({ length: 10 }, newReceiver))
  for (const { url } of receivers) await broadcast.call('POST', '/v1/webhooks', { url, events: ['event.created'] })
  const perBatch = 100
  for (let at = 0; at < total / receivers.length; at += perBatch) await batch(broadcast, perBatch)
  for (const receiver of receivers) await until(receiver, Math.ceil(total / receivers.length / perBatch) * perBatch)
  const times = receivers.flatMap(({ firstAt }) => [...firstAt.values()])
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000
  for (const receiver of receivers) receiver.close()
  return atLeast('deliveries to local receivers, each logged', times.length / seconds, 1_000, '/s')
}

/** The same writes, alternately, to a broadcast with a webhook and to one without. */
async function writeCost(service: BenchService, rounds: number): Promise<Figure> {
  const receiver = await newReceiver()
  const followed = await newBroadcast(service, 'Followed')
  const silent = await newBroadcast(service, 'Silent')
  await followed.call('POST', '/v1/webhooks', { url: receiver.url, events: ['event.created'] })
  const timed = async (broadcast: BenchBroadcast, index: number) => {
    const began = performance.now()
    await broadcast.call('POST', '/v1/events', event(index))
    return performance.now() - began
  }
  const [withHook, without]: [number[], number[]] = [[], []]
  for (let index = 0; index < rounds; index++) {
    withHook.push(await timed(followed, index))
    without.push(await timed(silent, index))
  }
  receiver.close()
  return atMost(
    'a write with a webhook against one without, median',
    percentile(withHook, 0.5) / percentile(without, 0.5),
    1.3,
    'times',
  )
}

const event = (index: number) => ({
  title: `Event ${index}`,
  start_time: '2027-07-02T18:00:00Z',
  end_time: '2027-07-02T19:00:00Z',
})

async function batch(broadcast: BenchBroadcast, size: number): Promise<void> {
  await Promise.all(Array.from({ length: size }, (_, index) => broadcast.call('POST', '/v1/events', event(index))))
}

async function until(receiver: Receiver, count: number): Promise<void> {
  for (let tries = 0; receiver.firstAt.size < count; tries++) {
    if (tries > 3_000) throw new Error(`only ${receiver.firstAt.size} of ${count} events arrived`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

import { atLeast, atMost, type Figure, percentile, told } from '../bench/figure.ts'
import { requestText } from '../bench/load.ts'
import { type BenchBroadcast, type BenchService, newBroadcast, newService } from '../bench/service.ts'
import { askAs, pause } from './answer.ts'
import { type Sent, sendAll } from './overload/sender.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Sends ten times as many requests as the service can answer. */
export const overloadSuite: ChaosSuite = {
  about: 'ten times the sustainable rate of writes and uncached lists over 2,000 connections',
  isTimed: true,
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [warmMs, peakMs, durationMs, connections] = isQuick ? [750, 1_500, 3_000, 500] : [15_000, 10_000, 60_000, 2_000]
  const service = await newService()
  try {
    await service.start()
    const broadcasts: BenchBroadcast[] = []
    for (let at = 0; at < 5; at++) broadcasts.push(await newBroadcast(service, `Overload${at}`))
    const requests = requestsOf(await Promise.all(broadcasts.map(withSessions)), random)
    const send = { port: service.port, requests }
    // Warm-up, because the JIT compiler is still busy after a start.
    await sendAll({ ...send, connections: 32, durationMs: warmMs })
    const peak = await sendAll({ ...send, connections: 64, durationMs: peakMs })
    const perSecond = peak.goodMs.length / peak.seconds
    const health = watchHealth(service, broadcasts[0] as BenchBroadcast)
    const over = await sendAll({ ...send, connections, durationMs, perSecond: 10 * perSecond })
    const livezMs = await health.end()
    await pause(500)
    const after = await sendAll({ ...send, connections: 64, durationMs: peakMs })
    return figuresOf({ peak, over, after, livezMs }, isQuick)
  } finally {
    await service.remove()
  }
}

function figuresOf(
  { peak, over, after, livezMs }: { peak: Sent; over: Sent; after: Sent; livezMs: number[] },
  isQuick: boolean,
): Figure[] {
  const rateOf = ({ goodMs, seconds }: Sent) => goodMs.length / seconds
  const others = Object.entries(over.statuses).filter(([status]) => !['200', '201', '429', '503'].includes(status))
  // The generator and other programs share the processor, so the short form only tells the times.
  const limited = (figure: Figure): Figure =>
    isQuick ? told(figure.name, figure.value, figure.unit, figure.detail) : figure
  const detail = `${Math.round(rateOf(over))} of ${Math.round(rateOf(peak))}/s; sent ${Math.round(over.sent / over.seconds)}/s; generator ${Math.round(over.busy * 100)} % busy`
  return [
    limited(atLeast('goodput under overload, of the peak', (rateOf(over) / rateOf(peak)) * 100, 80, '%', detail)),
    atLeast('good answers under overload', over.goodMs.length, 1, ''),
    limited(
      atMost(
        '/livez under overload, slowest',
        Math.max(...livezMs),
        500,
        'ms',
        `p50 ${Math.round(percentile(livezMs, 0.5))} ms`,
      ),
    ),
    atMost(
      'answers that are neither good nor 429 or 503',
      others.reduce((sum, [, count]) => sum + count, 0),
      0,
      '',
      others.map(([status, count]) => `${status}: ${count}`).join(', '),
    ),
    told('requests refused', over.refusedMs.length, ''),
    limited(atMost('refusals, p99', over.refusedMs.length > 0 ? percentile(over.refusedMs, 0.99) : 0, 500, 'ms')),
    told('good answers, p99', percentile(over.goodMs, 0.99), 'ms'),
    limited(atLeast('goodput afterwards, of the peak', (rateOf(after) / rateOf(peak)) * 100, 80, '%')),
  ]
}

interface Programme extends BenchBroadcast {
  ids: string[]
}

/** Sessions to read and change. There are as many afterwards, so that requests cost the same before and after the overload. */
async function withSessions(broadcast: BenchBroadcast): Promise<Programme> {
  const ids: string[] = []
  while (ids.length < sessions) {
    const operations = Array.from({ length: 500 }, (_, at) => ({ op: 'create', body: { title: `Session ${at}` } }))
    const { body } = await broadcast.call('POST', `${broadcast.path}/broadcastSessions/batch`, {
      mode: 'atomic',
      operations,
    })
    for (const { id } of body.results) ids.push(id)
  }
  return { ...broadcast, ids }
}

const sessions = 1_000

/** Half writes, half lists that no cache has. */
function requestsOf(programmes: Programme[], random: Random): string[] {
  return Array.from({ length: 20_000 }, (_, at) => {
    const { authorization, path, ids } = random.pick(programmes)
    if (random.chance(0.5))
      return requestText(
        'GET',
        `${path}/broadcastSessions?limit=20&skip=${at % sessions}&fields=title,status`,
        authorization,
      )
    const body = JSON.stringify({ title: `Session ${at}`, description: 'Words. '.repeat(1 + random.below(40)) })
    return requestText('PATCH', `${path}/broadcastSessions/${random.pick(ids)}`, authorization, body)
  })
}

function watchHealth({ url }: BenchService, broadcast: BenchBroadcast) {
  const times: number[] = []
  let isOver = false
  const work = async () => {
    while (!isOver) {
      const { status, ms } = await askAs(broadcast, url, 'GET', '/livez', { limitMs: 10_000 })
      times.push(status === 200 ? ms : 10_000)
      await pause(100)
    }
  }
  const working = work()
  return {
    async end() {
      isOver = true
      await working
      return times
    },
  }
}

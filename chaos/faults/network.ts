import { atLeast, atMost, type Figure, percentile, told } from '../../bench/figure.ts'
import type { DatabaseLine } from '../../packages/server/test/support/database-line.ts'
import { pause } from '../answer.ts'
import type { ChaosOptions } from '../suite.ts'
import type { Stage } from './stage.ts'
import { startTraffic } from './traffic.ts'

/** Breaks the network between the service and PostgreSQL in every way, while clients write and read. */
export async function breakNetwork(
  { line, service, broadcast }: Stage,
  { isQuick, random }: ChaosOptions,
): Promise<Figure[]> {
  const names = Object.keys(faults)
  const others = names.filter((name) => name !== 'freeze')
  const rounds = isQuick
    ? ['freeze', random.pick(others)]
    : Array.from({ length: 36 }, (_, at) => names[at % names.length] as string)
  const traffic = await startTraffic(service.url, broadcast, isQuick ? 4 : 8)
  const [refusedMs, broken, recoveredMs]: [number[], number[], number[]] = [[], [], []]
  let slowed = 0
  for (const name of rounds) {
    await traffic.recovered(10_000)
    traffic.take()
    const fault = faults[name] as Fault
    const mend = fault.make(line, random.next())
    await pause(1_600 + (isQuick ? 200 : 3_000) * random.next())
    mend()
    recoveredMs.push(await traffic.recovered(15_000))
    const answers = traffic.take()
    const refusals = answers.filter(({ status }) => status === 503)
    refusedMs.push(...refusals.map(({ ms }) => ms))
    if (fault.isSlow) slowed += refusals.length
    else broken.push(...answers.map(({ ms }) => ms))
  }
  await traffic.end()
  const slowest = Math.max(...refusedMs, ...broken)
  const name = 'slowest answer while the network is cut, half open or frozen'
  const detail = `p50 of refusals ${Math.round(percentile(refusedMs, 0.5))} ms`
  return [
    atLeast(
      `writes acknowledged during ${rounds.length} faults of the network`,
      traffic.acknowledged(),
      rounds.length,
      '',
    ),
    atMost('wrong or unclear answers', traffic.wrong.length, 0, '', traffic.wrong.slice(0, 3).join('; ')),
    atLeast('requests refused with a clear 503', refusedMs.length, 1, ''),
    // On a busy machine the client itself is late.
    isQuick ? told(name, slowest, 'ms', detail) : atMost(name, slowest, 2_000, 'ms', detail),
    atMost('requests refused because the network is slow', slowed, 0, ''),
    atMost('from the end of a fault until all clients write and read', Math.max(...recoveredMs) / 1_000, 10, 's'),
  ]
}

interface Fault {
  /** Causes it, more or less badly, and returns a function that ends it. */
  make(line: DatabaseLine, share: number): () => void
  /** Everything still works, only later. */
  isSlow?: boolean
}

const faults: Record<string, Fault> = {
  /** The server or the network hangs; what was sent arrives later. */
  freeze: {
    make(line) {
      line.freeze()
      return line.thaw
    },
  },
  /** All connections are closed, and new ones refused. */
  cut: {
    make(line) {
      line.lose()
      return line.restore
    },
  },
  /** A firewall has forgotten the open connections; new ones work. */
  halfOpen: {
    make(line) {
      line.halfOpen()
      return () => {}
    },
  },
  /** Only the connection of the notifications. */
  news: {
    make(line, share) {
      if (share < 0.5) line.hangNews()
      else line.cutNews()
      return () => {}
    },
  },
  latency: {
    make(line, share) {
      line.throttle(5 + 45 * share)
      return () => line.throttle(0)
    },
    isSlow: true,
  },
}

import { readFile } from 'node:fs/promises'
import { atLeast, atMost, type Figure, percentile, told } from '../bench/figure.ts'
import { type LoadGenerator, requestText, startLoadGenerator } from '../bench/load.ts'
import { type BenchBroadcast, newBroadcast } from '../bench/service.ts'
import { onStage, type Stage } from '../bench/stage.ts'
import { attacks } from './heavy/attacks.ts'
import { fill } from './heavy/content.ts'
import { worstFields } from './heavy/worst-fields.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Reads and writes the heaviest possible content through every endpoint, while another tenant is measured. */
export const heavySuite: ChaosSuite = {
  about:
    'the heaviest content that each field, block, file and list can hold, on every read, while another tenant reads and writes',
  isTimed: true,
  run,
}

function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  return onStage({ isQuick }, async (stage) => {
    const size = isQuick ? 0.02 : 1
    const heavy = await newBroadcast(stage.service, 'Heavy', ['read', 'write', 'people'])
    const other = await newBroadcast(stage.service, 'Other')
    const content = await fill(heavy, size)
    const worst = await worstFields(stage.service, heavy, { random, share: isQuick ? 0.15 : 1 })
    const puts = startLoadGenerator()
    try {
      const watch = await watcher(stage, puts, other)
      const alone = await watch(() => pause(isQuick ? 500 : 5_000))
      const slowest: { name: string; ms: number }[] = []
      const latencies: number[] = []
      const all = Object.entries({ ...worst.reads, ...attacks(stage.service, heavy, content) })
      for (const [name, work] of isQuick ? all.filter(() => random.chance(0.35)) : all) {
        const seen = await watch(work)
        for (const ms of seen) latencies.push(ms)
        slowest.push({ name, ms: percentile(seen, 1) })
      }
      slowest.sort((a, b) => b.ms - a.ms)
      if (!isQuick) for (const { name, ms } of slowest.slice(0, 10)) console.error(`  ${Math.round(ms)} ms: ${name}`)
      const [most, least] = [percentile(latencies, 0.99), percentile(alone, 0.99)]
      const detail = `${Math.round(most)} ms against ${Math.round(least)} ms; slowest ${Math.round(slowest[0]?.ms ?? 0)} ms: ${slowest[0]?.name}`
      const p99 = 'p99 of another tenant, more than alone'
      return [
        atLeast('records that hold the most of a field', worst.count, isQuick ? 5 : 165, ''),
        atLeast('reads and writes of heavy content', slowest.length, isQuick ? 5 : 60, ''),
        // A busy machine delays everybody.
        isQuick ? told(p99, most - least, 'ms', detail) : atMost(p99, most - least, 100, 'ms', detail),
        atMost('memory of the service at its peak', await peakMb(stage.service.pid()), peakMemory, 'MB'),
      ]
    } finally {
      await puts.close()
    }
  })
}

/** The heap limit of the service as it is shipped is far above; this is what the content may cost. */
const peakMemory = 1_000

async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

/** The latencies of a tenant while some work runs. */
type Watch = (work: () => Promise<unknown>) => Promise<number[]>

/** Measures the sequential cached reads, uncached reads and writes of a tenant while some work runs. */
async function watcher({ service, load }: Stage, puts: LoadGenerator, other: BenchBroadcast): Promise<Watch> {
  const { authorization, broadcastId } = other
  const { body: written } = await other.call('POST', '/v1/events', event(0))
  const reads = Array.from({ length: 2_000 }, (_, index) => [
    requestText('GET', '/livez'),
    requestText('GET', '/v1/events', authorization),
    requestText('GET', `/v1/public/${broadcastId}/broadcastSessions?limit=${(index % 200) + 1}&skip=${index}`),
    requestText('GET', `/v1/public/${broadcastId}/now?at=2026-07-04T${String(index % 24).padStart(2, '0')}:00:00Z`),
  ]).flat()
  const writes = Array.from({ length: 200 }, (_, index) =>
    requestText('PUT', `/v1/events/${written.id}`, authorization, JSON.stringify(event(index))),
  )
  return async (work) => {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    const latencies: number[] = []
    const until = async (generator: LoadGenerator, requests: string[], status: number) => {
      while (!isDone) {
        const outcome = await generator.run({ port: service.port, connections: 1, requests, durationMs: 250, status })
        latencies.push(...outcome.latenciesMs)
      }
    }
    await Promise.all([working, until(load, reads, 200), until(puts, writes, 200)])
    return latencies
  }
}

const event = (index: number) => ({
  title: `Concert ${index}`,
  start_time: '2026-07-04T18:00:00Z',
  end_time: '2026-07-04T19:00:00Z',
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import { readdir } from 'node:fs/promises'
import { atLeast, atMost, type Figure, percentile, told } from '../bench/figure.ts'
import { newOwnDatabase, type OwnDatabase } from '../bench/own-database.ts'
import { memoryMb } from '../bench/process-use.ts'
import { newReceiver } from '../bench/receiver.ts'
import { newBroadcast, newService } from '../bench/service.ts'
import { pause } from './answer.ts'
import { startWork } from './soak/work.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Uses everything for a long time, and compares what the service takes at the beginning and at the end. */
export const soakSuite: ChaosSuite = {
  about: 'reads, writes, streams, uploads, webhooks and runs, for 20 minutes',
  isPaced: true,
  run,
}

interface Sample {
  memoryMb: number
  descriptors: number
  connections: number
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [durationMs, everyMs] = isQuick ? [4_000, 100] : [20 * 60_000, 2_000]
  const database = await newOwnDatabase()
  const service = await newService({ env: database.env() })
  const receiver = await newReceiver()
  try {
    await service.start()
    const broadcast = await newBroadcast(service, 'Soak')
    await broadcast.call('POST', '/v1/webhooks', { url: receiver.url, events: ['event.created'] })
    const work = await startWork(service, broadcast, random)
    const samples: Sample[] = []
    const startedAt = performance.now()
    // On a busy machine a short run goes on until everything was done once.
    const isDone = () => performance.now() - startedAt > durationMs && work.isComplete() && receiver.count > 0
    while (!isDone() && performance.now() - startedAt < durationMs + 30_000) {
      samples.push(await sampleOf(service.pid(), database))
      await pause(everyMs)
    }
    await work.end()
    const quarter = Math.floor(samples.length / 4)
    const medians = (part: Sample[]) => ({
      memoryMb: percentile(
        part.map((sample) => sample.memoryMb),
        0.5,
      ),
      descriptors: percentile(
        part.map((sample) => sample.descriptors),
        0.5,
      ),
      connections: percentile(
        part.map((sample) => sample.connections),
        0.5,
      ),
    })
    const [before, after] = [medians(samples.slice(quarter, 2 * quarter)), medians(samples.slice(-quarter))]
    const growth = (name: keyof Sample, limit: number, unit: string): Figure => {
      const figure = `${name === 'memoryMb' ? 'memory' : name === 'descriptors' ? 'file descriptors' : 'connections to PostgreSQL'}, last quarter beyond the second`
      const detail = `${Math.round(before[name])}, then ${Math.round(after[name])}`
      const value = after[name] - before[name]
      // A service that has just started still grows.
      return isQuick ? told(figure, value, unit, detail) : atMost(figure, value, limit, unit, detail)
    }
    return [
      ...[...work.counts].map(([name, count]) => atLeast(name, count, 1, '')),
      atMost('requests that failed', work.failed.length, 0, '', work.failed.slice(0, 3).join('; ')),
      growth('memoryMb', Math.max(20, Math.round(before.memoryMb * 0.1)), 'MB'),
      growth('descriptors', 10, ''),
      growth('connections', 5, ''),
      atLeast('deliveries', receiver.count, 1, ''),
    ]
  } finally {
    await service.remove()
    receiver.close()
    await database.close()
  }
}

async function sampleOf(pid: number, database: OwnDatabase): Promise<Sample> {
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name like 'marquee%'",
  )
  return {
    memoryMb: await memoryMb(pid),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    connections: row?.count ?? 0,
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newOwnDatabase } from '../../bench/own-database.ts'
import { type BenchBroadcast, type BenchService, newBroadcast, newService } from '../../bench/service.ts'
import { type DatabaseLine, openDatabaseLine } from '../../packages/server/test/support/database-line.ts'

/** A service with a proxy before its database and a clock that can be moved. */
export interface Stage {
  line: DatabaseLine
  service: BenchService
  broadcast: BenchBroadcast
  /** Moves the clock of the service to this distance from the true time. */
  moveClock(shiftMs: number): Promise<void>
}

export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-chaos-clock-'))
  const file = join(folder, 'shift')
  await writeFile(file, '0')
  const preload = new URL('shifted-clock.ts', import.meta.url).href
  const database = await newOwnDatabase()
  const line = await openDatabaseLine(database.url)
  const service = await newService({
    env: { ...database.env(line.url), NODE_OPTIONS: `--import=${preload}`, MARQUEE_CHAOS_CLOCK: file },
  })
  try {
    await service.start()
    const broadcast = await newBroadcast(service, 'Faults')
    return await work({
      line,
      service,
      broadcast,
      async moveClock(shiftMs) {
        await writeFile(file, String(shiftMs))
        process.kill(service.pid(), 'SIGUSR2')
      },
    })
  } finally {
    await service.remove()
    await line.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

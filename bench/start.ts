import { atMost, type Figure } from './figure.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'

/** The startup time of the service and its database, both stopped before. The connections of the stage are closed. */
export async function startTime({ service, database }: Stage, rounds: number): Promise<Figure> {
  await database.close()
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await service.stop()
    const startedAt = performance.now()
    await service.start()
    seconds.push((performance.now() - startedAt) / 1_000)
  }
  return atMost('start with an existing database', median(seconds), 1.2, 's')
}

import { type BenchDatabase, joinDatabase } from './database.ts'
import type { Figure, SuiteOptions } from './figure.ts'
import { type LoadGenerator, startLoadGenerator } from './load.ts'
import { type Pace, paceOf } from './rounds.ts'
import { type BenchService, newService } from './service.ts'

/** The environment of a suite: a running service, its database, and a load generator. */
export interface Stage {
  service: BenchService
  database: BenchDatabase
  load: LoadGenerator
  pace: Pace
}

/** Starts the environment, runs the measurements and cleans up. */
export async function onStage(
  { isQuick, profileDir }: SuiteOptions,
  measure: (stage: Stage) => Promise<Figure[]>,
): Promise<Figure[]> {
  const service = await newService({ profileDir })
  const load = startLoadGenerator()
  try {
    await service.start()
    const database = await joinDatabase(service.dataDir)
    try {
      return await measure({ service, database, load, pace: paceOf(isQuick) })
    } finally {
      await database.close()
    }
  } finally {
    await load.close()
    await service.remove()
  }
}

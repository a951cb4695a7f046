import type { Figure } from '../bench/figure.ts'
import { stepClock } from './faults/clock.ts'
import { fillDisk } from './faults/disk.ts'
import { breakNetwork } from './faults/network.ts'
import { onStage } from './faults/stage.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Breaks what the service depends on: the network to PostgreSQL, the disk, the clock. */
export const faultSuite: ChaosSuite = {
  about: 'slow, cut, half-open and frozen connections to PostgreSQL, a full disk, steps of the clock by an hour',
  run,
}

async function run(options: ChaosOptions): Promise<Figure[]> {
  const figures = await onStage(async (stage) => [
    ...(await breakNetwork(stage, options)),
    ...(await stepClock(stage, options)),
  ])
  return [...figures, ...(await fillDisk(options))]
}

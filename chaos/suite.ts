import type { Figure } from '../bench/figure.ts'
import type { Random } from './random.ts'

export interface ChaosOptions {
  /** The short form of `npm test`, a few seconds. Its promises are the same, its amounts are smaller. */
  isQuick: boolean
  /** The source of every choice, so that a run can be repeated by its seed. */
  random: Random
}

/** A program that tries to break a running service. Every figure with a goal is a promise; one that is missed fails the run. */
export interface ChaosSuite {
  /** What is done to the service, in one line of `docs/reliability.md`. */
  about: string
  /** Waits most of the time, so that it runs beside all others. */
  isPaced?: true
  /** Measures short times, so that nothing runs beside it. */
  isTimed?: true
  /** Needs a cluster, which is not part of the project, so it runs only by name. */
  needsCluster?: true
  run(options: ChaosOptions): Promise<Figure[]>
}

import { percentile } from './figure.ts'
import type { Outcome } from './load.ts'

/** The durations of a measurement. */
export interface Pace {
  rounds: number
  roundMs: number
  /** Warm-up before the first round, for the JIT compiler and caches. */
  warmMs: number
}

export const paceOf = (isQuick: boolean): Pace =>
  isQuick ? { rounds: 2, roundMs: 250, warmMs: 250 } : { rounds: 7, roundMs: 1_000, warmMs: 2_000 }

/** A service and its yardstick: the median of each over all rounds, and the median of the ratios. */
export interface Comparison {
  ratio: number
  service: number
  yardstick: number
  /** The maximum utilization of the load generator over all rounds. */
  busy: number
  /** The processor time per response, where measured. It hardly depends on the load of the machine. */
  processorUs?: { service: number; yardstick: number }
}

type Rate = Pick<Outcome, 'perSecond'> & { busy?: number; processorUs?: number }

/** Measures two things alternately, so that other load affects both; the order changes every round. */
export async function inTurns(
  rounds: number,
  service: () => Promise<Rate>,
  yardstick: () => Promise<Rate>,
): Promise<Comparison> {
  const pairs: { service: Rate; yardstick: Rate }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ service: await service(), yardstick: await yardstick() })
    else {
      const measured = await yardstick()
      pairs.push({ service: await service(), yardstick: measured })
    }
  }
  const processorUs = {
    service: median(pairs.map((pair) => pair.service.processorUs ?? Number.NaN)),
    yardstick: median(pairs.map((pair) => pair.yardstick.processorUs ?? Number.NaN)),
  }
  return {
    ratio: median(pairs.map((pair) => pair.service.perSecond / pair.yardstick.perSecond)),
    service: median(pairs.map((pair) => pair.service.perSecond)),
    yardstick: median(pairs.map((pair) => pair.yardstick.perSecond)),
    busy: Math.max(...pairs.flatMap((pair) => [pair.service.busy ?? 0, pair.yardstick.busy ?? 0])),
    ...(!Number.isNaN(processorUs.service) && { processorUs }),
  }
}

export const median = (values: number[]) => percentile(values, 0.5)

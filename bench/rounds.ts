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
  processorUs?: { service: number; database?: number; yardstick?: number }
}

export type Rate = Pick<Outcome, 'perSecond'> & {
  busy?: number
  processorUs?: number
  /** The processor time of PostgreSQL per response. */
  databaseUs?: number
}

/** Measures two things alternately, so that other load affects both; the order changes every round. */
export async function inTurns(
  rounds: number,
  service: () => Promise<Rate>,
  yardstick: () => Promise<Rate>,
): Promise<Comparison> {
  const rates = await inRotation(rounds, { service, yardstick })
  return comparisonOf(rates.service, rates.yardstick)
}

/** Measures several things in every round, so that other load affects all of them; the order is reversed every round. */
export async function inRotation<Name extends string>(
  rounds: number,
  runners: Record<Name, () => Promise<Rate>>,
): Promise<Record<Name, Rate[]>> {
  const names = Object.keys(runners) as Name[]
  const rates = Object.fromEntries(names.map((name) => [name, [] as Rate[]])) as Record<Name, Rate[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) rates[name].push(await runners[name]())
  }
  return rates
}

/** Compares the rates of the same rounds. */
export function comparisonOf(service: Rate[], yardstick: Rate[]): Comparison {
  const medianOf = (rates: Rate[], name: 'perSecond' | 'processorUs' | 'databaseUs') =>
    median(rates.map((rate) => rate[name] ?? Number.NaN))
  const ifMeasured = (name: string, value: number) => (Number.isNaN(value) ? {} : { [name]: value })
  const ofService = medianOf(service, 'processorUs')
  return {
    ratio: median(service.map(({ perSecond }, round) => perSecond / (yardstick[round]?.perSecond ?? Number.NaN))),
    service: medianOf(service, 'perSecond'),
    yardstick: medianOf(yardstick, 'perSecond'),
    busy: Math.max(...[...service, ...yardstick].map(({ busy = 0 }) => busy)),
    ...(!Number.isNaN(ofService) && {
      processorUs: {
        service: ofService,
        ...ifMeasured('database', medianOf(service, 'databaseUs')),
        ...ifMeasured('yardstick', medianOf(yardstick, 'processorUs')),
      },
    }),
  }
}

export const median = (values: number[]) => percentile(values, 0.5)

import { zoneOffsetMs } from '@marquee/model'

/** The time zones of a calendar: after the local times were requested, it lists the zones that need a definition, and returns it. */
export interface Zones {
  /** The local time of a zone in milliseconds; undefined where calendars might read it as another instant, so that UTC must be used. */
  localMs(instantMs: number, timeZone: string): number | undefined
  described(): { timeZone: string; observances: Observance[] }[]
}

/** An instant from which the zone has another UTC offset. */
export interface Observance {
  fromMs: number
  offsetBeforeMs: number
  offsetMs: number
  isDaylight: boolean
}

export function createZones(): Zones {
  const zones = new Map<string, Map<number, Change[]>>()
  let years = 0

  function findChanges(timeZone: string, year: number): Change[] | undefined {
    const known = zones.get(timeZone)?.get(year)
    if (known) return known
    if (year < firstYear || year > lastYear || years >= maxYears) return undefined
    years += 1
    const changes = changesAround(timeZone, year)
    zones.set(timeZone, (zones.get(timeZone) ?? new Map<number, Change[]>()).set(year, changes))
    return changes
  }

  return {
    localMs(instantMs, timeZone) {
      const changes = findChanges(timeZone, new Date(instantMs).getUTCFullYear())
      const current = changes?.findLast(({ fromMs }) => fromMs <= instantMs)
      if (!changes || !current) return undefined
      const isPlain = current.offsetMs % minuteMs === 0 && !changes.some((change) => isRepeated(instantMs, change))
      return isPlain ? instantMs + current.offsetMs : undefined
    },

    described: () => [...zones].map(([timeZone, years]) => ({ timeZone, observances: observancesIn(years) })),
  }
}

interface Change {
  fromMs: number
  offsetBeforeMs: number
  offsetMs: number
}

/** Where clocks are set back, an hour occurs twice. The standard means the first one, but not all calendars comply. */
function isRepeated(instantMs: number, { fromMs, offsetBeforeMs, offsetMs }: Change): boolean {
  const repeatedMs = offsetBeforeMs - offsetMs
  return instantMs >= fromMs - repeatedMs && instantMs < fromMs + repeatedMs
}

/** The offset at the beginning of a year, then its changes; with a day before and after, so that a change at New Year is included in both. */
function changesAround(timeZone: string, year: number): Change[] {
  const startMs = Date.UTC(year, 0, 1) - dayMs
  const endMs = Date.UTC(year + 1, 0, 1) + dayMs
  let offsetMs = zoneOffsetMs(startMs, timeZone)
  const changes = [{ fromMs: startMs, offsetBeforeMs: offsetMs, offsetMs }]
  for (let atMs = startMs; atMs < endMs; ) {
    const nextMs = Math.min(atMs + stepMs, endMs)
    if (zoneOffsetMs(nextMs, timeZone) === offsetMs) {
      atMs = nextMs
      continue
    }
    atMs = endOfOffset(timeZone, offsetMs, atMs, nextMs)
    const offsetBeforeMs = offsetMs
    offsetMs = zoneOffsetMs(atMs, timeZone)
    changes.push({ fromMs: atMs, offsetBeforeMs, offsetMs })
  }
  return changes
}

/** The first second between two instants at which the offset differs. */
function endOfOffset(timeZone: string, offsetMs: number, lastMs: number, otherMs: number): number {
  let [before, after] = [lastMs / 1_000, otherMs / 1_000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (zoneOffsetMs(middle * 1_000, timeZone) === offsetMs) before = middle
    else after = middle
  }
  return after * 1_000
}

function observancesIn(years: Map<number, Change[]>): Observance[] {
  const changes = [...years.keys()]
    .sort((a, b) => a - b)
    .flatMap((year) => (years.get(year) ?? []).slice(years.has(year - 1) ? 1 : 0))
  const least = Math.min(...changes.map(({ offsetMs }) => offsetMs))
  // Consecutive years share the days between them.
  const unique = new Map(changes.map((change) => [change.fromMs, change]))
  return [...unique.values()].map((change) => ({ ...change, isDaylight: change.offsetMs > least }))
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** No zone has changed its offset twice within a week since 1970; before that it did, and with odd seconds. */
const stepMs = 5 * dayMs
const firstYear = 1970
const lastYear = 2100
/** A programme needs one year of one zone. This bounds the work for one that uses all of them. */
const maxYears = 200

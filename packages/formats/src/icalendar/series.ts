import { zoneOffsetMs } from '@marquee/model'
import ICAL from 'ical.js'
import type { Collecting } from '../collect.ts'
import { type Component, propertiesOf } from './components.ts'
import { type When, whensOf, type Zones } from './when.ts'

export interface SeriesContext {
  zones: Zones
  /** Endless series are followed until then. */
  horizonMs: number
  tries: Tries
  note: Collecting['note']
}

/** How many more dates may be tried for the rules of a file. */
interface Tries {
  left: number
}

export const maxTries = 200_000

/** The starts of a recurring event: its own, those of its rules and dates, without its exceptions. */
export function startsOfSeries(
  event: Component,
  start: When,
  { zones, horizonMs, tries, note }: SeriesContext,
): When[] {
  const dates = propertiesOf(event, 'rdate').flatMap((property) => whensOf(property, zones, note))
  const exceptions = propertiesOf(event, 'exdate').flatMap((property) => whensOf(property, zones, note))
  const repeated = propertiesOf(event, 'rrule').flatMap(({ raw, at }) => {
    try {
      return expanded(raw, start, horizonMs, tries, () =>
        note(
          'recurrence_cut',
          `“${raw.slice(0, 100)}” has no near end; it is read for a year, at most ${maxOccurrences} times.`,
          at,
        ),
      )
    } catch {
      note('invalid_recurrence', `The rule “${raw.slice(0, 100)}” cannot be followed; only its first date is read.`, at)
      return []
    }
  })
  const all = new Map([start, ...repeated, ...dates].map((when) => [when.ms, when]))
  const isExcluded = excluder(exceptions, start)
  return [...all.values()].filter((when) => !isExcluded(when)).sort((a, b) => a.ms - b.ms)
}

/** Some programs write the date alone of an occurrence that has a time. */
function excluder(exceptions: When[], start: When): (when: When) => boolean {
  const instants = new Set(exceptions.map(({ ms }) => ms))
  const days = new Set(start.isDate ? [] : exceptions.filter(({ isDate }) => isDate).map(({ wall }) => wall))
  return ({ ms, wall }) => instants.has(ms) || days.has(wall.slice(0, 10))
}

const maxOccurrences = 500

function expanded(raw: string, start: When, horizonMs: number, tries: Tries, onCut: () => void): When[] {
  const rule = ICAL.Recur.fromString(raw)
  if (rule.until) rule.until = localUntil(rule.until, start)
  const first = start.isDate ? ICAL.Time.fromDateString(start.wall) : ICAL.Time.fromDateTimeString(start.wall)
  const iterator = new BoundedIterator({ rule, dtstart: first } as never)
  iterator.tries = tries
  const found: When[] = []
  for (let next = iterator.next(); next; next = iterator.next()) {
    const wall = next.toString()
    const ms = start.zone.msOf(wall)
    if (ms === undefined) continue
    if (found.length === maxOccurrences || ms > horizonMs) {
      onCut()
      break
    }
    found.push({ ...start, wall, ms })
  }
  return found
}

/** Rules that match nothing, such as the 30th of February, would be followed forever. */
class BoundedIterator extends ICAL.RecurIterator {
  tries: Tries = { left: maxTries }
  #own = 0
  override check_contracting_rules() {
    if (--this.tries.left < 0 || ++this.#own > maxTriesOfRule) throw new Error('The rule matches too rarely.')
    return super.check_contracting_rules()
  }
}

const maxTriesOfRule = 20_000

/** The last start of a rule as local clocks show it, because occurrences are compared with it by local time. */
function localUntil(until: ICAL.Time, start: When): ICAL.Time {
  if (start.isDate) return ICAL.Time.fromDateString(until.toString().slice(0, 10))
  if (until.isDate) return ICAL.Time.fromDateTimeString(`${until.toString()}T23:59:59`)
  const isUtc = until.zone?.tzid === 'UTC'
  if (!isUtc || start.zone.name === undefined) return ICAL.Time.fromDateTimeString(until.toString().replace(/Z$/, ''))
  const ms = until.toJSDate().getTime()
  const local = new Date(ms + zoneOffsetMs(ms, start.zone.name))
  return ICAL.Time.fromDateTimeString(local.toISOString().slice(0, 19))
}

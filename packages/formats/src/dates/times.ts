import { foldLetters } from './names.ts'

export interface Times {
  start?: number | undefined
  end?: number | undefined
  offset?: string | undefined
  rest: string
}

/** Reads the first time of day, or span of two, from a line of text: `18:00`, `18h30`, `6:30 pm`, `18 - 19 Uhr`. */
export function readTimes(line: string): Times {
  const folded = foldLetters(line)
  const tokens = [...folded.matchAll(token)].map(asTime).filter((time) => time !== undefined)
  for (const [at, first] of tokens.entries()) {
    const next = tokens[at + 1]
    const isSpan = next && separator.test(folded.slice(first.to, next.at))
    if (isSpan && (isTime(first) || isTime(next))) return span(line, first, next)
    if (isTime(first)) {
      const { offset, length } = offsetAfter(folded, first)
      return { start: minutesOf(first, first.half), offset, rest: without(line, first.at, first.to + length) }
    }
  }
  return { rest: line }
}

interface Time {
  hour: number
  minute: number | undefined
  half: 'am' | 'pm' | undefined
  isMarked: boolean
  at: number
  to: number
}

const token =
  /(?<![\d.,:/])(\d{1,2})(?: ?[:h] ?([0-5]\d)(?::[0-5]\d(?:[.,]\d+)?)?|\.([0-5]\d)(?![.\d]))?(?!\d|:\d)(?: ?(a\.?m|p\.?m)\b\.?| ?(uhr|hrs?|h|o'clock)(?!\p{L}))?/gu
const separator = /^ *(?:-|–|—|~|→|>|to|bis|until|till|a|à|al|alle|tot|jusqu'a|-->) *$/

function asTime(match: RegExpMatchArray): Time | undefined {
  const [whole, hours, minutes = match[3], , meridiem, mark] = match
  const hour = Number(hours)
  const half = meridiem ? (meridiem.startsWith('a') ? 'am' : 'pm') : undefined
  // Festivals write 25:30 for half past one in the night.
  if (hour > (half ? 12 : minutes === undefined ? 24 : 29)) return undefined
  const at = match.index ?? 0
  const minute = minutes === undefined ? undefined : Number(minutes)
  return { hour, minute, half, isMarked: half !== undefined || mark !== undefined, at, to: at + whole.length }
}

const isTime = ({ minute, isMarked }: Time) => minute !== undefined || isMarked

function minutesOf({ hour, minute = 0 }: Time, half: Time['half']): number {
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return hours * 60 + minute
}

function span(line: string, first: Time, last: Time): Times {
  const end = minutesOf(last, last.half)
  // `6:30 - 7:30 pm`: the half of the day is written once; `11:30 - 1 pm` begins before noon.
  const inherited = first.half ?? last.half
  const same = minutesOf(first, inherited)
  const start = first.half === undefined && last.half === 'pm' && same > end ? minutesOf(first, 'am') : same
  const { offset, length } = offsetAfter(foldLetters(line), last)
  return { start, end: end <= start ? end + dayMinutes : end, offset, rest: without(line, first.at, last.to + length) }
}

export const dayMinutes = 24 * 60

function offsetAfter(folded: string, { to }: Time): { offset?: string; length: number } {
  const match = /^ ?(z\b|[+-]\d{2}:?\d{2}(?!\d))/.exec(folded.slice(to))
  const zone = match?.[1]
  if (!match || !zone) return { length: 0 }
  const offset = zone === 'z' ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  return { offset, length: match[0].length }
}

const without = (line: string, from: number, to: number) => `${line.slice(0, from)} ${line.slice(to)}`

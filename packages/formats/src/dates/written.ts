import { englishMonth, foldLetters, monthNamed, weekdayNamed } from './names.ts'
import { readTimes } from './times.ts'

/** A date as people write it, which may lack parts that the rest of the file says. */
export interface WrittenDate {
  day?: number | undefined
  month?: number | undefined
  year?: number | undefined
  weekday?: number | undefined
  /** The n-th day of the event: `Day 2`. */
  ordinal?: number | undefined
  /** Of a date such as `2/7/2027`: which number comes first. The other dates of the file decide when it is unknown. */
  first?: 'day' | 'month' | 'unknown' | undefined
}

/** The date and times in a text. Times are minutes since midnight of the date; those of the next morning exceed 24 hours. */
export interface Written {
  date?: WrittenDate | undefined
  start?: number | undefined
  end?: number | undefined
  /** `Z` or `+02:00`, when the time is absolute. */
  offset?: string | undefined
  /** The text without them. */
  rest: string
}

/** Reads the first date and the first time, or span of times, of a text. */
export function readWritten(text: string): Written {
  if (text.length > maxLength) return { rest: text }
  const line = text.replaceAll(/\s/g, ' ')
  const dated = findDate(line)
  const left = dated ? blanked(line, dated.at, dated.length) : line
  const timed = readTimes(left)
  const rest = tidied(timed.rest)
  return { date: dated?.date, start: timed.start, end: timed.end, offset: timed.offset, rest }
}

/** A longer text is prose, and patterns would take long on it. */
const maxLength = 300

/** Whether a text says a date or a time and nothing else. */
export const isOnlyWritten = ({ date, start, rest }: Written) => rest === '' && (date ?? start) !== undefined

interface Found {
  date: WrittenDate
  at: number
  length: number
}

function findDate(line: string): Found | undefined {
  const folded = foldLetters(line)
  for (const { pattern, dateOf } of patterns)
    for (const match of folded.matchAll(pattern)) {
      const date = dateOf(match)
      if (!date || !isPossible(date)) continue
      return withWeekday({ date, at: match.index, length: match[0].length }, folded)
    }
  return weekdayAlone(folded)
}

interface Pattern {
  pattern: RegExp
  dateOf: (match: RegExpMatchArray) => WrittenDate | undefined
}

const ordinal = '(?:st|nd|rd|th|er|re|e|o|\\.|º|°|ª)?'
const numbers = (year?: string, month?: string, day?: string): WrittenDate => ({
  year: year === undefined || year === '' ? undefined : Number(year.length === 2 ? `20${year}` : year),
  month: month === undefined ? undefined : Number(month),
  day: Number(day),
})

/** In this order: the surest first. */
const patterns: Pattern[] = [
  {
    pattern: /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)t?/g,
    dateOf: ([, year, , month, day]) => numbers(year, month, day),
  },
  { pattern: /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/g, dateOf: ([, year, month, day]) => numbers(year, month, day) },
  {
    // A dot is written where the day comes first.
    pattern: /(?<![\d.:])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2}(?![\d:.]))?(?!\d)/g,
    dateOf: ([, day, month, year]) => numbers(year, month, day),
  },
  { pattern: /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/g, dateOf: swappable },
  {
    pattern: new RegExp(
      `(?<![\\d:])(\\d{1,2})${ordinal} ?(?:of |de |di |d'|-)?([\\p{L}]{3,})\\.?,?(?:(?: ?-| de| del)? ?(\\d{4})(?!\\d)| '(\\d{2}))?`,
      'gu',
    ),
    dateOf: ([, day, name = '', year, short]) => {
      const month = monthNamed(name)
      return month === undefined ? undefined : { ...numbers(year ?? short, undefined, day), month }
    },
  },
  {
    pattern: /(?<!\p{L})(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:.h])(?:,? (\d{4})(?!\d))?/gu,
    dateOf: ([, name = '', day, year]) => {
      const month = englishMonth(name)
      return month === undefined ? undefined : { ...numbers(year, undefined, day), month }
    },
  },
  // Without a year only where nothing but a weekday or a time is beside it; a text such as 24/7 is not a date.
  {
    pattern: /(?<=^ *(?:\p{L}+\.?,? )?)(\d{1,2})([/])(\d{1,2})(?= *(?:$|,? \d{1,2}[:h]))/gu,
    dateOf: swappable,
  },
  {
    pattern: /(?<!\p{L})(?:day|tag|jour|dia|giorno|dag) ?#?(\d{1,2})(?![\d:.])/gu,
    dateOf: ([, at]) => ({ ordinal: Number(at) }),
  },
]

function swappable([, first, , second, year]: RegExpMatchArray): WrittenDate {
  const [one, other] = [Number(first), Number(second)]
  if (other > 12) return { ...numbers(year, first, second), first: 'month' }
  return { ...numbers(year, second, first), first: one > 12 ? 'day' : one === other ? undefined : 'unknown' }
}

const isPossible = ({ day, month, year, ordinal: nth }: WrittenDate) =>
  nth !== undefined
    ? nth >= 1 && nth <= 31
    : (day ?? 0) >= 1 &&
      (day ?? 0) <= 31 &&
      (month ?? 1) >= 1 &&
      (month ?? 1) <= 12 &&
      (year ?? 2000) >= 1900 &&
      (year ?? 2000) <= 2200

/** `Friday, 2 July`: the weekday in front of a date or behind it belongs to it. */
function withWeekday(found: Found, folded: string): Found {
  const before = /(\p{L}+)\.?,?(?: (?:the|le|den|der|el|il|de|dem))? *$/u.exec(folded.slice(0, found.at))
  const weekday = before ? weekdayNamed(before[1] ?? '') : undefined
  if (before && weekday !== undefined) {
    const { at, length } = found
    return { date: { ...found.date, weekday }, at: before.index, length: at - before.index + length }
  }
  const after = /^[ ,(]*(\p{L}+)\)?/u.exec(folded.slice(found.at + found.length))
  const following = after ? weekdayNamed(after[1] ?? '') : undefined
  if (!after || following === undefined) return found
  return { date: { ...found.date, weekday: following }, at: found.at, length: found.length + after[0].length }
}

/** `Saturday`, or `Saturday 14th`. */
function weekdayAlone(folded: string): Found | undefined {
  for (const match of folded.matchAll(
    /(?<!\p{L})(\p{L}{2,})(?!\p{L})\.?(?:,? (?:the )?(\d{1,2})(?:st|nd|rd|th|er|\.)?(?![\d:.h]| ?[ap]m))?/gu,
  )) {
    const [whole, name = '', day] = match
    const weekday = weekdayNamed(name)
    // Short ones are words of other languages: `do`, `so`, `me`.
    if (weekday === undefined || (name.length < 3 && folded.trim().replace('.', '') !== name)) continue
    return {
      date: { weekday, day: day === undefined ? undefined : Number(day) },
      at: match.index,
      length: whole.length,
    }
  }
  return undefined
}

export const blanked = (text: string, at: number, length: number) =>
  text.slice(0, at) + ' '.repeat(length) + text.slice(at + length)

/** Without the signs around a date or time; the small words beside it are no text of their own. */
function tidied(text: string): string {
  const bare = text
    .replaceAll(/ +/g, ' ')
    .replace(/^[ ,;:·•|@–—\-()[\]]+/, '')
    .replace(/(?:[ ,;:·•|@–—\-([]|[([] *[)\]])+$/, '')
  return beside.test(bare) ? '' : bare.replace(/^(?:uhr|h)(?= )[ ,;:–—-]*/i, '')
}

const beside =
  /^(?:(?:um|at|à|le|den|am|the|on|from|von|ab|de|kl|uhr|h|hrs?|bis|to|und|and|local time|CES?T|GMT|BST|WES?T|EES?T|UTC|[ECMP][SD]T)[ ,.()]*)+$/i

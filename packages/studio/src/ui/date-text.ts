/** A typed date and time: `2027-06-11` and `18:30`. Either may be missing, not both. */
export interface DateText {
  day?: string
  time?: string
}

/**
 * Reads a typed date, time or both: `11.6.2027 18:30`, `11/6/2027`, `2027-06-11`, `11 June 2027`, `6:30 pm`, `18h30`.
 * Month names of every language of the studio are understood, and so is all that the studio itself shows.
 * The day comes first, as in the dates of all these languages that the studio shows. Undefined when it is no date.
 * The parser of dayjs does not fit: it accepts February 31, or else rejects `11.06.2027`.
 */
export function readDateText(text: string): DateText | undefined {
  const { time, rest } = withoutTime(plain(text))
  if (time === null) return undefined
  if (rest === '') return time === undefined ? undefined : { time }
  const day = dayIn(rest)
  return day === undefined ? undefined : { day, ...(time !== undefined && { time }) }
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b([ap])\.? ?m\b\.?/g, '$1m')
    .trim()

/** Takes the time off a text; null when there is one that no clock shows. */
function withoutTime(text: string): { time?: string | null; rest: string } {
  const found = /(?:^|[\s,t])(\d{1,2})(?:[:h](\d\d)?(?::\d\d(?:\.\d+)?)?)?\s*([ap]m)?$/.exec(text)
  const [whole = '', hourText = '', minuteText, half] = found ?? []
  const isTime = /\d[:h]/.test(whole) || half !== undefined
  if (!found || !isTime) return { rest: text }
  const rest = text.slice(0, found.index).replace(/[\s,]+(?:a|at|a las?)?$|^a las?$/, '')
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)]
  const isValid = minute < 60 && (half ? hour >= 1 && hour <= 12 : hour < 24)
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  return { time: isValid ? `${two(hours)}:${two(minute)}` : null, rest }
}

function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const numeric = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4})$/.exec(text)
  if (numeric) return dayOf(numeric[4], numeric[3], numeric[1])
  const words = text.split(/[\s,.]+/).filter((word) => word !== '' && !fillers.has(word))
  // A weekday says nothing that the date does not.
  if (words.length === 4 && nameAt(weekdayNames, words[0] ?? '')) words.shift()
  const [, day, month, year] = /^(\d{1,2})(?:st|nd|rd|th|er)? ([a-z]+) (\d{4})$/.exec(words.join(' ')) ?? []
  if (month) return dayOf(year, nameAt(monthNames, month), day)
  const [, before, after, of] = /^([a-z]+) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/.exec(words.join(' ')) ?? []
  return before ? dayOf(of, nameAt(monthNames, before), after) : undefined
}

const fillers = new Set(['de', 'del', 'le', 'el', 'the', 'of'])

/** The day as `2027-06-11`; undefined when no calendar has it. */
function dayOf(...[year, month, day]: (string | number | undefined)[]): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const text = `${year}-${two(Number(month))}-${two(Number(day))}`
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : undefined
}

/** The number of a name, written out or cut after three letters or more: `sept` is 9. */
function nameAt(names: readonly (readonly string[])[], word: string): number | undefined {
  if (word.length < 3) return undefined
  for (const ofLanguage of names) {
    const found = ofLanguage.filter((name) => name.startsWith(word))
    const [only] = found
    // The French juin and juillet begin alike: three letters of them mean nothing.
    if (found.length === 1 && only !== undefined) return ofLanguage.indexOf(only) + 1
  }
  return undefined
}

const namesOf = (options: Intl.DateTimeFormatOptions, dates: number[]) =>
  ['en', 'fr', 'es'].map((language) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return dates.map((date) => plain(format.format(date)))
  })
const monthNames = namesOf(
  { month: 'long' },
  Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 1)),
)
const weekdayNames = namesOf(
  { weekday: 'long' },
  Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 0, day + 1)),
)

const two = (value: number) => String(value).padStart(2, '0')

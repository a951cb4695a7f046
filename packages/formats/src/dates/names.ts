/** The number of a month (1 to 12) by its name or abbreviation, in any language of `languages`. */
export function monthNamed(folded: string): number | undefined {
  if (words.has(folded)) return undefined
  return months().get(folded) ?? (folded.length >= 3 ? uniqueMonth(folded) : undefined)
}

/** Only English writes the month first; `Set 1` is no date, though `set` is September in Italian. */
export const englishMonth = (folded: string): number | undefined => englishMonths().get(folded)

/** The number of a weekday (0 is Sunday) by its name or abbreviation. */
export const weekdayNamed = (folded: string): number | undefined => weekdays().get(folded)

/**
 * Lower case without accents and with plain spaces. The length stays the same, so that a position in the folded text is the
 * same position in the text.
 */
export function foldLetters(text: string): string {
  return text.replaceAll(/[^\u0021-\u007e]/gu, plainLetter).toLowerCase()
}

function plainLetter(letter: string): string {
  if (/\s/.test(letter)) return ' '
  const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain.length === letter.length && plain.toLowerCase().length === letter.length ? plain : letter
}

/** The platform knows the names in every language; the list bounds which words are taken for a month. */
const languages = 'en en-GB fr de de-AT es it nl pt ca pl cs sk sv da nb fi hu'.split(' ')

const fold = (name: string) => foldLetters(name.normalize('NFC')).replaceAll('.', '').trim()

function namesOf(
  count: number,
  dateOf: (at: number) => Date,
  styles: Intl.DateTimeFormatOptions[],
  part: string,
  some = languages,
) {
  const names = new Map<string, number>()
  for (const language of some)
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
      for (let at = 0; at < count; at++)
        for (const { type, value } of format.formatToParts(dateOf(at)))
          if (type === part && !/\d/.test(value) && !names.has(fold(value))) names.set(fold(value), at)
    }
  return names
}

// With a day, Slavic languages write the genitive.
const monthStyles = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
] satisfies Intl.DateTimeFormatOptions[]
/** Abbreviations of one language that are words of another: `10 out of 10` is not in October. */
const words = new Set(['out', 'lip'])

const monthsIn = (some: string[]) => {
  const names = namesOf(12, (at) => new Date(Date.UTC(2027, at, 2)), monthStyles, 'month', some)
  return new Map([...names].map(([name, at]) => [name, at + 1]))
}
/** Made when a date is first read: Intl takes a tenth of a second for them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const months = once(() => monthsIn(languages))
const englishMonths = once(() => monthsIn(['en', 'en-GB']))
const weekdays = once(() => {
  // 3 January 2027 is a Sunday.
  const dateOf = (at: number) => new Date(Date.UTC(2027, 0, 3 + at))
  return namesOf(7, dateOf, [{ weekday: 'long' }, { weekday: 'short' }], 'weekday')
})

/** People abbreviate as they like: `sept`, `févr`. A beginning that fits one month only is that month. */
function uniqueMonth(beginning: string): number | undefined {
  const fitting = new Set([...months()].filter(([name]) => name.startsWith(beginning)).map(([, month]) => month))
  return fitting.size === 1 ? [...fitting][0] : undefined
}

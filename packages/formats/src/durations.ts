/** How a file writes durations of three parts: `1:12:00` is 1 day 12 hours or 1 hour 12 minutes. */
export type Convention = 'days' | 'seconds' | undefined

export interface Duration {
  minutes: number
  /** The other reading, when nothing in the file rules it out. */
  doubt?: number | undefined
}

/**
 * All durations of a file decide together: a part of zero before `:20:00`, or one of more than 23 in the middle, cannot be days and
 * hours; where other durations have two parts, hours and minutes, a third one in front can only be days.
 */
export function conventionOf(durations: (string | undefined)[]): Convention {
  const parts = durations
    .flatMap((text) => (text === undefined ? [] : [partsOf(text)]))
    .filter((some) => some !== undefined)
  const three = parts.filter(({ length }) => length === 3)
  if (three.some(([first, second = 0]) => first === 0 || second > 23)) return 'seconds'
  return three.length > 0 && parts.some(({ length }) => length === 2) ? 'days' : undefined
}

/** Reads `00:30`, `45` (minutes), `01:30:00`, `1:12:00` or `PT45M`. `gap` is the time until the next entry in the same room. */
export function durationOf(text: string, convention: Convention, gap?: number): Duration | undefined {
  const iso = isoPattern.exec(text)
  if (iso) {
    const [, days = 0, hours = 0, minutes = 0, seconds = 0] = iso.map(Number).map((part) => part || 0)
    return { minutes: days * 1_440 + hours * 60 + minutes + seconds / 60 }
  }
  const [first, second, third, fourth] = partsOf(text) ?? []
  if (first === undefined) return undefined
  if (second === undefined) return { minutes: first }
  if (third === undefined) return { minutes: first * 60 + second }
  if (fourth !== undefined) return { minutes: first * 1_440 + second * 60 + third + fourth / 60 }
  return ofThree(first * 60 + second + third / 60, first * 1_440 + second * 60 + third, {
    convention,
    gap,
    second,
    first,
  })
}

interface Evidence {
  convention: Convention
  gap: number | undefined
  first: number
  second: number
}

function ofThree(short: number, long: number, { convention, gap, first, second }: Evidence): Duration {
  if (first === 0 || second > 23 || convention === 'seconds' || gap === short) return { minutes: short }
  if (gap === long) return { minutes: long }
  const overlaps = gap !== undefined && gap < long
  if (convention === 'days') return { minutes: long, ...(overlaps && { doubt: short }) }
  return { minutes: short, ...(!overlaps && { doubt: long }) }
}

const isoPattern = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/i

const partsOf = (text: string) => (/^\d{1,5}(?::\d{1,2}){0,3}$/.test(text) ? text.split(':').map(Number) : undefined)

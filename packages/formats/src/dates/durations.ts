import { foldLetters } from './names.ts'

/** A duration in minutes: `45`, `45 min`, `1:30`, `1h30`, `1.5 hours`. A bare number is in the given unit. */
export function readDuration(text: string, unit: 'minutes' | 'hours' = 'minutes'): number | undefined {
  const folded = foldLetters(text).trim()
  const bare = /^(\d+(?:[.,]\d+)?)$/.exec(folded)
  if (bare) return bounded(numberOf(bare[1]) * (unit === 'hours' ? 60 : 1))
  const clock = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?: ?h)?$/.exec(folded)
  if (clock) return bounded(Number(clock[1]) * 60 + Number(clock[2]))
  const words =
    /^(?:(\d+(?:[.,]\d+)?) ?(?:h|hrs?|std|stunden?|hours?|heures?|horas?|ore?|uur|u)\.?)? ?(?:(?:and|und|et|y|e)? ?(\d+) ?(?:m|mn|mins?|minutes?|minuten|minutos?|minuti|['’′])?\.?)?$/.exec(
      folded,
    )
  if (!words || (words[1] ?? words[2]) === undefined) return undefined
  return bounded(numberOf(words[1] ?? '0') * 60 + Number(words[2] ?? 0))
}

const numberOf = (text = '0') => Number(text.replace(',', '.'))
const bounded = (minutes: number) => (minutes > 0 && minutes <= maxMinutes ? Math.round(minutes) : undefined)
const maxMinutes = 60 * 24 * 31

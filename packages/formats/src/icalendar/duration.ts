import type { Collecting } from '../collect.ts'
import type { Property } from './components.ts'

/** The length of an event: `PT1H30M`, `P1W`. */
export function durationMs(property: Property | undefined, note: Collecting['note']): number | undefined {
  if (!property) return undefined
  const [, sign, ...parts] = pattern.exec(property.raw) ?? []
  if (sign === undefined || parts.every((part) => part === undefined)) {
    note('invalid_duration', `“${property.raw.slice(0, 60)}” is not a duration; it is left out.`, property.at)
    return undefined
  }
  const seconds = parts.reduce((total, part, index) => total + Number(part ?? 0) * (units[index] ?? 0), 0)
  return (sign === '-' ? -1 : 1) * seconds * 1_000
}

const units = [604_800, 86_400, 3_600, 60, 1]
const pattern = /^([+-]?)P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i

import type { Shown } from '../../src/data/shown.ts'
import { applyBundle, emptyData, type SiteData } from '../../src/data/site-data.ts'

/** Public content with some records, by the names of the API. */
export function contentOf(data: Record<string, Shown[]>, broadcast: Shown = {}): SiteData {
  return applyBundle(emptyData, {
    cursor: '1',
    full: true,
    more: false,
    broadcast: { name: 'Grande Étale', timezone: 'Europe/Paris', dayStart: '06:00', ...broadcast },
    data,
    deleted: {},
  })
}

/** An id that ends with a number. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0')

/** A session at a local time of Paris in summer: `2 21:30` is July 2, 2027. */
export function session(number: number, start: string, end: string | undefined, more: Shown = {}): Shown {
  return {
    _id: idOf(number),
    title: `Set ${number}`,
    time: { start: paris(start), ...(end && { end: paris(end) }) },
    ...more,
  }
}

export function paris(text: string): string {
  const [day = '', time = ''] = text.split(' ')
  return new Date(`2027-07-${day.padStart(2, '0')}T${time}:00+02:00`).toISOString()
}

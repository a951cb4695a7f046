import { foldLetters, monthNamed } from '../dates/names.ts'
import { resolveDates } from '../dates/resolve.ts'
import type { WrittenDate } from '../dates/written.ts'
import { yearOf } from './days.ts'
import { nameOf } from './markup.ts'
import { openPage, type Page, textIn } from './page.ts'

/** The first day of the event that a page announces: “14–15 November 2015”. Undefined when it announces none, or several. */
export const firstDayOfSite = (html: string): string | undefined => firstDayOn(openPage(html))

export function firstDayOn(page: Page): string | undefined {
  const body = page.elements.find((node) => nameOf(node) === 'body') ?? page.elements[0]
  const text = foldLetters(`${page.title} ${body ? textIn(body) : ''}`.slice(0, 200_000))
  const dates = [...text.matchAll(dayFirst), ...text.matchAll(monthFirst)].flatMap((match) => {
    const { day, last, name, year } = match.groups ?? {}
    const month = monthNamed(name ?? '')
    if (month === undefined || Number(day) > 31 || Number(last) > 31) return []
    return [{ day: Number(day), month, year: year === undefined ? undefined : Number(year) } satisfies WrittenDate]
  })
  const { dayOf } = resolveDates(dates, { year: yearOf(page) })
  const days = new Set(dates.flatMap((date) => dayOf(date) ?? []))
  return days.size === 1 ? [...days][0] : undefined
}

const dayFirst =
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|\.|er)? ?(?:-|–|—|to|bis|au|al|a|t\/m) ?(?<last>\d{1,2})(?:st|nd|rd|th|\.)? (?:de )?(?<name>\p{L}{3,})\.?,?(?: (?:de )?(?<year>20\d\d))?/gu
const monthFirst =
  /(?<!\p{L})(?<name>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)? ?(?:-|–|—|to|and|&) ?(?<last>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (?<year>20\d\d))?/gu

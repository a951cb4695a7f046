import { dayOf, hourOf, unknownLanguage, zoneOffsetMs } from '@marquee/model'
import type { Openings } from '../store/public/openings.ts'
import type { Stats } from './tally.ts'

export interface CampaignSummary {
  addressed: number
  delivered: number
  failed: number
  gone: number
  opened: number
  /** By the language of the message; null for the default texts. */
  languages: { locale: string | null; delivered: number; failed: number; gone: number; opened: number }[]
  hours: { at: string; opened: number }[]
}

/** An hour since the campaign was sent, and how the counts name it. */
interface Hour {
  at: string
  day: string
  hour: number
}

/** The first 24 hours of a campaign, from the full hour of the clocks: openings are counted by those. */
export function hoursFrom(startedMs: number, dayStart: string, timeZone: string): Hour[] {
  const firstMs = startedMs - ((startedMs + zoneOffsetMs(startedMs, timeZone)) % hourMs)
  return Array.from({ length: 24 }, (_, index) => {
    const ms = firstMs + index * hourMs
    return { at: new Date(ms).toISOString(), day: dayOf(ms, dayStart, timeZone), hour: hourOf(ms, timeZone) }
  })
}

export function summaryOf(stats: Stats, openings: Openings, hours: Hour[]): CampaignSummary {
  const { total = 0, sent = 0, failed = 0, gone = 0, languages = {} } = stats
  const openedIn = new Map(openings.languages.map(({ locale, opened }) => [locale, opened]))
  const openedAt = new Map(openings.hours.map(({ day, hour, opened }) => [`${day} ${hour}`, opened]))
  return {
    addressed: total,
    delivered: sent,
    failed,
    gone,
    opened: openings.opened,
    // Visitors name the language of what they open, so only those that the message had are shown.
    languages: Object.entries(languages)
      .map(([locale, counts]) => ({
        locale: locale === unknownLanguage ? null : locale,
        delivered: counts.sent ?? 0,
        failed: counts.failed ?? 0,
        gone: counts.gone ?? 0,
        opened: openedIn.get(locale) ?? 0,
      }))
      .sort((one, other) => other.delivered - one.delivered),
    hours: hours.map(({ at, day, hour }) => {
      const key = `${day} ${hour}`
      const opened = openedAt.get(key) ?? 0
      // When clocks are set back, an hour comes twice.
      openedAt.delete(key)
      return { at, opened }
    }),
  }
}

const hourMs = 3_600_000

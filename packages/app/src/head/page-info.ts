import type { App } from '../app-context.ts'
import { datesOf } from '../data/programme.ts'
import { leadOf, wordsOf } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { formatDay, formatDays } from '../format.ts'
import { plainOf, richOf } from '../rich/rich.ts'

/** What a page is about, for the browser's tab, search engines and link previews. */
export interface PageInfo {
  title: string
  description: string
  /** The media value of its picture, if it has one. */
  picture: unknown
  isMissing: boolean
}

export function pageInfo({ data, route, locale, t }: App): PageInfo {
  const { broadcast } = data
  const name = wordsOf(broadcast, 'name', locale)
  const seo = Object(broadcast.seo)
  const dates = datesOf(data)
  const about = wordsOf(seo, 'metaDescription', locale) || leadOf(broadcast, locale)
  if ('id' in route) {
    const record = find(data, route.screen, route.id)
    if (!record) return { title: `${t.missingTitle} · ${name}`, description: '', picture: undefined, isMissing: true }
    const text = wordsOf(record, 'description', locale) || wordsOf(record, 'content', locale)
    return {
      title: `${wordsOf(record, 'title', locale) || '…'} · ${name}`,
      description: cut(plainOf(richOf(text.slice(0, 5_000)))) || about,
      picture: record.media ?? record.coverImageUrl,
      isMissing: false,
    }
  }
  if (route.screen === 'home')
    return {
      title: wordsOf(seo, 'title', locale) || name,
      description: [dates && formatDays(dates, locale), about].filter(Boolean).join(' · '),
      picture: undefined,
      isMissing: false,
    }
  const day = route.screen === 'programme' && route.day !== undefined ? ` ${formatDay(route.day, locale)}` : ''
  const screen = route.screen === 'plan' && route.query?.of ? t.sharedPlan : t[route.screen]
  return { title: `${screen}${day} · ${name}`, description: about, picture: undefined, isMissing: false }
}

/** At most 160 characters, which search engines show, cut at a word. */
function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= 160) return plain
  return `${plain.slice(0, 159).replace(/\s\S*$/, '')}…`
}

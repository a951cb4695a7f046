import { isCalendar, readCalendar } from './calendar.ts'
import { isFeed, readFeed } from './feeds.ts'
import type { CalendarFound, FeedFound, ManifestFound, PageFound } from './found.ts'
import { readManifest } from './read-manifest.ts'
import { readPage } from './read-page.ts'
import { readStyles, type StylesFound } from './styles.ts'

/** The types of files that are read from a site, and their results. */
export interface Readings {
  page: PageFound
  styles: StylesFound
  manifest: ManifestFound
  calendar: CalendarFound
  feed: FeedFound
}

export type Readable = keyof Readings

export interface ReadTask {
  what: Readable
  text: string
  url: string
}

/** Reads a file of a site. Undefined when it is not of the expected type. */
export function readTask({ what, text, url }: ReadTask): Readings[Readable] | undefined {
  if (what === 'page') return readPage(text, url)
  if (what === 'styles') return readStyles(text, url)
  if (what === 'manifest') return readManifest(text, url)
  if (what === 'calendar') return isCalendar(text) ? readCalendar(text, url) : undefined
  return isFeed(text) ? readFeed(text, url) : undefined
}

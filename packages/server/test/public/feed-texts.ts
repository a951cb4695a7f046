import * as articles from '../../src/public/feeds/article-feeds.ts'
import * as calendar from '../../src/public/feeds/calendar.ts'
import * as frab from '../../src/public/feeds/frab.ts'
import * as jsonLd from '../../src/public/feeds/json-ld.ts'
import * as sitemap from '../../src/public/feeds/sitemap.ts'

/** Feeds are generated in pieces; tests read them whole. */
const whole =
  <Args extends unknown[]>(make: (...args: Args) => Iterable<string>) =>
  (...args: Args): string =>
    [...make(...args)].join('')

export const articlesRss = whole(articles.articlesRss)
export const articlesAtom = whole(articles.articlesAtom)
export const articlesJson = whole(articles.articlesJson)
export const programmeCalendar = whole(calendar.programmeCalendar)
export const scheduleXml = whole(frab.scheduleXml)
export const scheduleJson = whole(frab.scheduleJson)
export const sitemapXml = whole(sitemap.sitemapXml)
export const programmeJsonLd = (programme: Parameters<typeof jsonLd.programmeJsonLd>[0]) =>
  JSON.parse(whole(jsonLd.programmeJsonLd)(programme))

import { type CheerioAPI, openHtml, openXml } from '@marquee/formats'
import { resolveUrl } from '../addresses.ts'
import { cutText, oneLine } from '../text.ts'
import type { ArticleFound, FeedFound } from './found.ts'
import { markdownOf } from './markdown.ts'
import { pictureOf } from './pictures.ts'

/** The articles of an RSS or Atom feed, in its order. */
export function readFeed(text: string, url: string): FeedFound {
  const $ = openXml(text)
  const items = $('item,entry').toArray()
  const articles = items.slice(0, maxArticles).flatMap((item) => articleOf($, item, url) ?? [])
  const message = `The feed has ${items.length} articles; the first ${maxArticles} are read.`
  return {
    kind: 'feed',
    url,
    articles,
    notes: items.length > maxArticles ? [{ code: 'articles_cut', message, url }] : [],
  }
}

export const isFeed = (text: string) => /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 2_000))

const maxArticles = 30

type Item = Parameters<CheerioAPI>[0]

function articleOf($: CheerioAPI, item: Item, feedUrl: string): ArticleFound | undefined {
  const child = (...names: string[]) => {
    for (const name of names) {
      const found = $(item).children(name).first()
      if (found.length > 0 && found.text().trim() !== '') return found.text()
    }
    return ''
  }
  const title = cutText(oneLine(openHtml(child('title').slice(0, 5_000)).root().text()), 300)
  const links = $(item).children('link').toArray()
  const atomLink = links.find((link) => ['alternate', undefined].includes($(link).attr('rel')) && $(link).attr('href'))
  const url = resolveUrl((atomLink ? $(atomLink).attr('href') : child('link')) || '', feedUrl)
  const html = child('content\\:encoded', 'content', 'description', 'summary').slice(0, 300_000)
  const content = markdownOf(html, url ?? feedUrl)
  if (title === '' || content === '') return undefined
  return {
    key: child('guid', 'id') || url || title,
    title,
    content,
    publishedAt: instantOf(child('pubDate', 'published', 'dc\\:date', 'updated')),
    image: imageOf($, item, html, url ?? feedUrl),
    url,
  }
}

function instantOf(text: string): string | undefined {
  const ms = Date.parse(text.slice(0, 100))
  const year = new Date(ms).getUTCFullYear()
  return year >= 1970 && year < 9_999 ? new Date(ms).toISOString() : undefined
}

function imageOf($: CheerioAPI, item: Item, html: string, baseUrl: string): string | undefined {
  const enclosed = $(item).children('enclosure,media\\:content,media\\:thumbnail').toArray()
  const picture = enclosed.find((node) => /^image\//.test($(node).attr('type') ?? 'image/') && $(node).attr('url'))
  if (picture) return resolveUrl($(picture).attr('url') ?? '', baseUrl)
  const first = openHtml(html)('img')
    .toArray()
    .slice(0, 5)
    .flatMap((node) => pictureOf(node, baseUrl) ?? [])[0]
  return first?.url
}

import type { ShownRecord } from '@marquee/model'
import { absoluteHtml } from './absolute-html.ts'
import { stableUuid } from './identity.ts'
import { type Category, categoriesOf, imageOf, type Programme, type PublicBroadcast, textOf } from './programme.ts'
import { escaped } from './xml.ts'

/** Everything the feeds of articles are made from. */
export interface ArticleFeed extends Pick<Programme, 'locale' | 'categories' | 'medias' | 'links'> {
  broadcast: Omit<PublicBroadcast, 'timezone' | 'dayStart'>
  /** The newest first. */
  articles: FeedArticle[]
  /** Where the feed itself is. */
  feedUrl: string
}

export interface FeedArticle {
  record: ShownRecord
  /** The content as harmless HTML. */
  html: string
  /** How it begins, as plain text. */
  excerpt: string
}

/** An article as feeds show it. */
export interface Item {
  /** Stays as it is when the article, its address or the website change. */
  id: string
  url: string
  title: string
  html: string
  excerpt: string
  publishedAt: string
  updatedAt: string
  categories: Category[]
  imageUrl: string | null
}

export function itemsOf(feed: ArticleFeed): Item[] {
  const { broadcast, links } = feed
  return feed.articles.map(({ record, html, excerpt }) => {
    const url = links.to('broadcastArticles', record)
    const publishedAt = textOf(record.publishedAt) ?? record._createdAt
    return {
      id: `urn:uuid:${stableUuid(broadcast._id, record._id)}`,
      url,
      title: textOf(record.title) ?? broadcast.name,
      // Made when a feed comes to it.
      get html() {
        return html.length > maxHtml ? `<p>${escaped(excerpt)}</p>` : absoluteHtml(html, url, links)
      },
      excerpt,
      publishedAt,
      // An article that waited for its date is news when it comes, not when it was written.
      updatedAt: later(publishedAt, record._updatedAt),
      categories: categoriesOf(feed, record),
      imageUrl: links.file(record.coverImageUrl) ?? imageOf(feed, record.media),
    }
  })
}

/** Of a longer article, feeds hold the beginning and the link. */
const maxHtml = 262_144

/** When anything in the feed last changed. */
export function updatedAtOf({ broadcast }: ArticleFeed, items: Item[]): string {
  const [first = broadcast._updatedAt, ...others] = items.map(({ updatedAt }) => updatedAt)
  return others.reduce(later, first)
}

const later = (a: string, b: string) => (a > b ? a : b)

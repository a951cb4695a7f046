import type { ShownRecord } from '@marquee/model'
import { absoluteHtml } from './absolute-html.ts'
import { stableUuid } from './identity.ts'
import { type Category, categoriesOf, imageOf, type Programme, type PublicBroadcast, textOf } from './programme.ts'
import { escaped } from './xml.ts'

/** The input of the article feeds. */
export interface ArticleFeed extends Pick<Programme, 'locale' | 'categories' | 'medias' | 'links'> {
  broadcast: Omit<PublicBroadcast, 'timezone' | 'dayStart'>
  /** Newest first. */
  articles: FeedArticle[]
  /** The URL of the feed itself. */
  feedUrl: string
}

export interface FeedArticle {
  record: ShownRecord
  /** The content as sanitized HTML. */
  html: string
  /** The excerpt, as plain text. */
  excerpt: string
}

/** An article as feeds show it. */
export interface Item {
  /** A stable id, also when the article, its URL or the website change. */
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
      // Rendered when a feed reaches it.
      get html() {
        return html.length > maxHtml ? `<p>${escaped(excerpt)}</p>` : absoluteHtml(html, url, links)
      },
      excerpt,
      publishedAt,
      // A scheduled article is dated when it was published, not when it was written.
      updatedAt: later(publishedAt, record._updatedAt),
      categories: categoriesOf(feed, record),
      imageUrl: imageOf(feed, record.media) ?? links.file(record.coverImageUrl),
    }
  })
}

/** Of a longer article, feeds contain the beginning and the link. */
const maxHtml = 262_144

/** The last change of anything in the feed. */
export function updatedAtOf({ broadcast }: ArticleFeed, items: Item[]): string {
  const [first = broadcast._updatedAt, ...others] = items.map(({ updatedAt }) => updatedAt)
  return others.reduce(later, first)
}

const later = (a: string, b: string) => (a > b ? a : b)

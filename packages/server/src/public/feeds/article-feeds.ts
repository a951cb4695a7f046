import { jsonPieces, LazyList } from '../../base/json-pieces.ts'
import { type ArticleFeed, type Item, itemsOf, updatedAtOf } from './articles.ts'
import { stableUuid } from './identity.ts'
import { type Element, element, escaped, largeElement, xmlDocument } from './xml.ts'

/** RSS 2.0, in pieces like the others. */
export function articlesRss(feed: ArticleFeed): Generator<string> {
  const { broadcast, locale, links, feedUrl } = feed
  const items = itemsOf(feed)
  const head = [
    element('title', {}, broadcast.name),
    element('link', {}, links.home()),
    element('description', {}, descriptionOf(feed) ?? broadcast.name),
    locale === null ? undefined : element('language', {}, locale),
    element('lastBuildDate', {}, rssDate(updatedAtOf(feed, items))),
    element('generator', {}, 'Marquee'),
    element('ttl', {}, 30),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: feedUrl }),
  ]
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  }
  const channel = largeElement('channel', {}, followedBy(head, items, rssItem))
  return xmlDocument(largeElement('rss', { version: '2.0', ...namespaces }, [channel]))
}

/** Atom (RFC 4287). */
export function articlesAtom(feed: ArticleFeed): Generator<string> {
  const { broadcast, locale, links, feedUrl } = feed
  const items = itemsOf(feed)
  const description = descriptionOf(feed)
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': locale ?? undefined }
  const head = [
    element('id', {}, `urn:uuid:${stableUuid(broadcast._id, 'articles')}`),
    element('title', {}, broadcast.name),
    description === undefined ? undefined : element('subtitle', {}, description),
    element('updated', {}, updatedAtOf(feed, items)),
    element('author', {}, [element('name', {}, broadcast.name)]),
    element('generator', {}, 'Marquee'),
    element('link', { rel: 'alternate', type: 'text/html', href: links.home() }),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feedUrl }),
  ]
  return xmlDocument(largeElement('feed', attributes, followedBy(head, items, atomEntry)))
}

function* followedBy(
  head: (Element | undefined)[],
  items: Item[],
  elementOf: (item: Item) => Element,
): Generator<Element | undefined> {
  yield* head
  for (const item of items) yield elementOf(item)
}

/** JSON Feed 1.1. */
export function articlesJson(feed: ArticleFeed): Generator<string> {
  const { broadcast, locale, links, feedUrl } = feed
  return jsonPieces({
    version: 'https://jsonfeed.org/version/1.1',
    title: broadcast.name,
    home_page_url: links.home(),
    feed_url: feedUrl,
    description: descriptionOf(feed),
    language: locale ?? undefined,
    authors: [{ name: broadcast.name, url: links.home() }],
    items: new LazyList(jsonItems(itemsOf(feed))),
  })
}

function* jsonItems(items: Item[]): Generator<Record<string, unknown>> {
  for (const item of items)
    yield {
      id: item.id,
      url: item.url,
      title: item.title,
      content_html: item.html,
      summary: item.excerpt || undefined,
      image: item.imageUrl ?? undefined,
      date_published: item.publishedAt,
      date_modified: item.updatedAt,
      tags: item.categories.map(({ title }) => title),
    }
}

function rssItem({ id, url, title, html, excerpt, publishedAt, categories, imageUrl }: Item): Element {
  return element('item', {}, [
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, id),
    element('pubDate', {}, rssDate(publishedAt)),
    // Readers parse a description as HTML, so plain text is escaped.
    element('description', {}, escaped(excerpt)),
    element('content:encoded', {}, html),
    ...categories.map((category) => element('category', {}, category.title)),
    // The length is required, but unknown.
    imageUrl === null ? undefined : element('enclosure', { url: imageUrl, length: 0, type: imageType(imageUrl) }),
  ])
}

function atomEntry({ id, url, title, html, excerpt, publishedAt, updatedAt, categories, imageUrl }: Item): Element {
  return element('entry', {}, [
    element('id', {}, id),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    imageUrl === null ? undefined : element('link', { rel: 'enclosure', type: imageType(imageUrl), href: imageUrl }),
    element('published', {}, publishedAt),
    element('updated', {}, updatedAt),
    ...categories.map((category) => element('category', { term: category.key, label: category.title })),
    excerpt === '' ? undefined : element('summary', {}, excerpt),
    element('content', { type: 'html' }, html),
  ])
}

const descriptionOf = ({ broadcast }: ArticleFeed) => broadcast.shortDescription || broadcast.description || undefined

/** `Sat, 04 Jul 2026 18:00:00 GMT` */
const rssDate = (instant: string) => new Date(instant).toUTCString()

/** A type is required; where the URL has no known extension, the most common type lets readers show the image anyway. */
function imageType(url: string): string {
  const ending = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return imageTypes[ending] ?? 'image/jpeg'
}

const imageTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

import type { Programme } from '../programme.ts'
import { Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { lineOf, textOf } from '../values.ts'
import { childOf, childrenOf, type Element, parseXml } from '../xml.ts'
import { articlesOf, type FeedItem } from './articles.ts'

export const isRss = ({ root, text }: Source) => root === 'rss' || (root === 'rdf' && /<(?:\w+:)?item[\s>]/.test(text))
export const isAtom = ({ root }: Source) => root === 'feed'

/** Reads RSS 0.9 to 2.0, and RSS 1.0 in RDF. */
export function readRss(source: Source): Programme {
  const root = parseXml(source.text)
  const channel = childOf(root, 'channel')
  if (!channel) throw new Unreadable('The feed has no channel.', `line ${root.line}`)
  const items = [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')]
  const say = (name: string) => textOf(childOf(channel, name)?.text)
  const event = {
    title: lineOf(say('title')),
    description: say('description'),
    url: say('link'),
    language: say('language'),
  }
  return articlesOf('rss', items.map(rssItem), event, source)
}

function rssItem(item: Element): FeedItem {
  const say = (...names: string[]) =>
    names
      .flatMap((name) => childrenOf(item, name))
      .map(({ text }) => textOf(text))
      .find((text) => text !== undefined)
  return {
    at: `line ${item.line}`,
    id: say('guid') ?? textOf(item.attributes.about),
    title: say('title'),
    url: say('link'),
    // `content:encoded` is the whole text; `description` may be an excerpt.
    content: say('encoded') ?? say('description'),
    isHtml: true,
    published: say('pubDate', 'date'),
    picture: pictureOf(item),
    categories: childrenOf(item, 'category').flatMap(({ text }) => lineOf(text) ?? []),
    author: say('creator', 'author'),
    base: textOf(item.attributes.base),
  }
}

export function readAtom(source: Source): Programme {
  const feed = parseXml(source.text)
  const say = (name: string) => textOf(childOf(feed, name)?.text)
  const url = linkOf(feed)
  const event = {
    title: lineOf(say('title')),
    description: say('subtitle'),
    url,
    language: textOf(feed.attributes.lang),
  }
  const base = textOf(feed.attributes.base)
  return articlesOf(
    'atom',
    childrenOf(feed, 'entry').map((entry) => atomItem(entry, base)),
    event,
    source,
  )
}

function atomItem(entry: Element, feedBase: string | undefined): FeedItem {
  const say = (name: string) => textOf(childOf(entry, name)?.text)
  const body = childOf(entry, 'content') ?? childOf(entry, 'summary')
  return {
    at: `line ${entry.line}`,
    id: say('id'),
    title: say('title'),
    url: linkOf(entry),
    content: textOf(body?.text),
    isHtml: /html/.test(body?.attributes.type ?? 'text'),
    published: say('published') ?? say('updated'),
    picture: pictureOf(entry),
    categories: childrenOf(entry, 'category').flatMap(
      ({ attributes }) => lineOf(attributes.label ?? attributes.term) ?? [],
    ),
    author: textOf(childOf(childOf(entry, 'author'), 'name')?.text),
    base: textOf(body?.attributes.base) ?? textOf(entry.attributes.base) ?? feedBase,
  }
}

const linkOf = (element: Element) =>
  textOf(
    childrenOf(element, 'link').find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate')?.attributes
      .href,
  )

/** An enclosure, or `media:content` and `media:thumbnail`, also inside `media:group`. */
function pictureOf(item: Element): string | undefined {
  const media = [item, ...childrenOf(item, 'group')].flatMap(({ children }) => children)
  const isPicture = ({ name, attributes }: Element) =>
    (/^(?:enclosure|content|link)$/.test(name) &&
      (/^image\//.test(attributes.type ?? '') || attributes.medium === 'image')) ||
    name === 'thumbnail'
  const found = media
    .filter(isPicture)
    .map(({ attributes }) => textOf(attributes.url ?? (attributes.rel === 'enclosure' ? attributes.href : undefined)))
  return found.find((url) => url !== undefined)
}

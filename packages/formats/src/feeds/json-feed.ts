import { type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { isObject, type Json, lineOf, objectsIn, textOf } from '../values.ts'
import { articlesOf, type FeedItem } from './articles.ts'

export const isJsonFeed = ({ json }: Source) =>
  isObject(json) && /jsonfeed\.org\/version/.test(textOf(json.version) ?? '')

export function readJsonFeed(source: Source): Programme {
  const feed = source.json
  if (!isObject(feed) || !Array.isArray(feed.items)) throw new Unreadable('The feed has no list of items.', '/items')
  const items = feed.items.map((item, index) => itemOf(isObject(item) ? item : {}, `/items/${index}`))
  const event = {
    title: lineOf(feed.title),
    description: textOf(feed.description),
    url: textOf(feed.home_page_url),
    language: textOf(feed.language),
  }
  return articlesOf('json-feed', items, event, source)
}

function itemOf(item: Json, at: string): FeedItem {
  const html = textOf(item.content_html)
  const [author] = [...objectsIn(item.authors), item.author].filter(isObject)
  return {
    at,
    id: textOf(item.id),
    title: textOf(item.title) ?? textOf(item.content_text)?.split('\n')[0]?.slice(0, 100),
    url: textOf(item.url),
    content: html ?? textOf(item.content_text) ?? textOf(item.summary),
    isHtml: html !== undefined,
    published: textOf(item.date_published) ?? textOf(item.date_modified),
    picture: textOf(item.image) ?? textOf(item.banner_image),
    categories: Array.isArray(item.tags) ? item.tags.flatMap((tag) => lineOf(tag) ?? []) : [],
    author: textOf(author?.name),
    base: undefined,
  }
}

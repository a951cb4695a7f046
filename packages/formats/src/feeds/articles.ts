import { urlOf } from '../addresses.ts'
import { type Collecting, collectProgramme } from '../collect.ts'
import { attributeOf, openHtml } from '../html/markup.ts'
import { categoriesOf } from '../named.ts'
import type { EventInfo, FormatName, Programme } from '../programme.ts'
import { instantOf, zonedIn } from '../session-time.ts'
import type { Source } from '../source.ts'
import { titleOf } from '../texts.ts'
import { lineOf, present, textOf } from '../values.ts'

/** An entry of a feed, as each of the formats has it. */
export interface FeedItem {
  at: string
  id: string | undefined
  title: string | undefined
  url: string | undefined
  /** HTML or text. */
  content: string | undefined
  isHtml: boolean
  published: string | undefined
  picture: string | undefined
  categories: string[]
  author: string | undefined
  /** Relative links of the content are resolved against it. */
  base: string | undefined
}

/** Adds the entries of a feed as articles. */
export function articlesOf(format: FormatName, items: FeedItem[], event: EventInfo, source: Source): Programme {
  const file = collectProgramme(format)
  const category = categoriesOf(file)
  for (const item of items) addArticle(file, item, source, category)
  if (items.some(({ author }) => author !== undefined))
    file.note('authors_left_out', 'Articles have no author here; the names of the authors are left out.')
  return file.finish(event)
}

function addArticle(file: Collecting, item: FeedItem, source: Source, category: ReturnType<typeof categoriesOf>): void {
  const { at, content } = item
  const title = titleOf(plainOf(item.title), at, file)
  if (title === undefined) return
  if (content === undefined) file.note('no_content', `“${title}” has no text.`, at)
  const base = item.base ?? item.url ?? source.url
  const html = content !== undefined && item.isHtml ? withWholeLinks(content, base) : undefined
  const picture = item.picture ?? (html === undefined ? undefined : firstPicture(html))
  file.article({
    id: item.id ?? item.url,
    at,
    fields: present({
      title,
      content: html ?? content,
      contentFormat: html === undefined ? undefined : 'html',
      publishedAt: publishedAt(file, item, source),
      coverImageUrl: urlOf(picture, { at, note: file.note, base }),
      categoryIds: [...new Set(item.categories.flatMap((name) => category(name, at) ?? []))],
    }),
  })
}

/** Titles contain markup, plain or escaped. */
function plainOf(title: string | undefined): string | undefined {
  if (title === undefined || !/[<&]/.test(title)) return lineOf(title)
  return lineOf(openHtml(title.slice(0, 20_000)).root().text())
}

/** RSS writes dates as e-mail does, others in ISO 8601. */
function publishedAt(file: Collecting, { published, at }: FeedItem, { options }: Source): string | undefined {
  const text = textOf(published)
  if (text === undefined) return undefined
  const isMail = /^(?:[a-z]{3,9},?\s+)?\d{1,2}\s+[a-z]{3,9}\s+\d{2,4}/i.test(text)
  if (!isMail)
    return (
      instantOf(text.replace(/^\d{4}-\d{2}-\d{2}$/, '$&T00:00'), zonedIn(undefined, options.timeZone), at, file.note) ??
      undefined
    )
  const date = new Date(/(?:[a-z]{1,5}|[+-]\d{4})$/i.test(text) ? text : `${text} GMT`)
  if (!Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.getUTCFullYear() <= 9999)
    return date.toISOString()
  file.note('invalid_time', `“${text.slice(0, 60)}” is not a date and time; it is left out.`, at)
  return undefined
}

/** Only the links are changed, so that the rest stays as it was written. */
function withWholeLinks(html: string, base: string | undefined): string {
  if (base === undefined) return html
  return html.replaceAll(
    /(\s(?:href|src)\s*=\s*)(["'])(?![a-z][a-z0-9+.-]*:|#)([^"'<>]*)\2/gi,
    (whole, start: string, quote: string, link: string) => {
      const url = URL.parse(link.trim().replaceAll('&amp;', '&'), base)
      return url ? `${start}${quote}${url.href.replaceAll('&', '&amp;')}${quote}` : whole
    },
  )
}

function firstPicture(html: string): string | undefined {
  const images = openHtml(html.slice(0, 200_000))('img').toArray().slice(0, 5)
  const sources = images.filter(
    (image) => !(Number(attributeOf(image, 'width')) < 64 && attributeOf(image, 'width') !== ''),
  )
  return sources.map((image) => attributeOf(image, 'src')).find((src) => /^https?:/.test(src))
}

import { openHtml, type SourceRecord } from '@marquee/formats'
import { oneLine } from '../text.ts'
import { markdownOf } from './markdown.ts'

/** A record whose texts are safe in an app: HTML becomes Markdown, and structured data loses its entities. */
export function withSafeTexts(record: SourceRecord, url: string): SourceRecord {
  const fields = { ...record.fields }
  for (const name of ['title', 'subtitle']) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = oneLine(entity.test(text) ? decoded(text) : text)
  }
  for (const name of ['description', 'content']) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = safeText(text, url)
  }
  return { ...record, fields }
}

/** Text without markup stays as it is written, so that no character gets an escape that somebody reads. */
function safeText(text: string, url: string): string {
  const written = !markup.test(text) && entity.test(text) ? decoded(text) : text
  return markup.test(written) ? markdownOf(written, url) : written.replaceAll('\0', '').toWellFormed().trim()
}

const markup = /<[a-z!/]/i
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i
const decoded = (text: string) => openHtml(text).root().text()

import { type AnyRecord, type Kind, publicKind, publicRecord, type ShownRecord } from '@marquee/model'
import { idsIn, withoutIds } from '../base/loose-ids.ts'
import type { Queryable } from '../store/db.ts'
import { type Audience, findHidden } from '../store/visible.ts'
import { localise } from './localise.ts'
import { type ContentFormat, cleanHtml } from './rich-text.ts'

/** Records that the audience may see, as it sees them: their public fields, and no id of what is hidden from it. */
export async function showToAudience(
  db: Queryable,
  broadcastId: string,
  records: { kind: Kind; body: string }[],
  audience: Audience,
  locale?: string | undefined,
): Promise<ShownRecord[]> {
  const seen = records.map(({ kind, body }) => publicView(kind, JSON.parse(body)))
  const clean = await hiderOf(db, broadcastId, seen, audience)
  return records.map(({ kind }, index) => {
    const record = clean(seen[index] as ShownRecord)
    return locale ? localise(publicKind(kind), record, locale) : record
  })
}

/** What anybody may see of a record. Rich text is harmless HTML, whatever its author wrote: those who show it need not know better. */
export function publicView(kind: Kind, record: AnyRecord): ShownRecord {
  const shown = publicRecord(kind, record)
  if (!('contentFormat' in kind.fields)) return shown
  const format = record.contentFormat === 'markdown' ? 'markdown' : 'html'
  const details = Object.entries(Object(shown.localeDetails))
  return {
    ...withHtml(shown, format),
    ...(shown.localeDetails ? { localeDetails: localised(details, format) } : {}),
  }
}

const localised = (details: [string, unknown][], format: ContentFormat) =>
  Object.fromEntries(details.map(([locale, texts]) => [locale, withHtml(Object(texts), format)]))

const withHtml = <T extends Record<string, unknown>>(texts: T, format: ContentFormat): T =>
  typeof texts.content === 'string' ? { ...texts, content: cleanHtml(texts.content, format) } : texts

/** What takes the ids of hidden records out of values that hold no others than these. */
export async function hiderOf(
  db: Queryable,
  broadcastId: string,
  values: ShownRecord[],
  audience: Audience,
): Promise<<T>(value: T) => T> {
  const shownIds = new Set(values.map(({ _id }) => _id))
  const others = idsIn(values).filter((id) => !shownIds.has(id))
  const hidden = await findHidden(db, broadcastId, others, audience)
  return (value) => withoutIds(value, hidden)
}

import { type AnyRecord, type Kind, publicKind, publicRecord, type ShownRecord } from '@marquee/model'
import { gatherIds, withoutIds } from '../base/embedded-ids.ts'
import type { Queryable } from '../store/db.ts'
import { type Audience, findHidden as findStoredHidden } from '../store/public/public-visibility.ts'
import { localize } from './localize.ts'
import { bytesOfBody, type Rendering, typicalBytes } from './rendering.ts'
import type { ContentFormat } from './rich-text.ts'

/** Records as the audience sees them: public fields only, without ids of hidden records. */
export async function showToAudience(
  db: Queryable,
  rendering: Rendering,
  records: { kind: Kind; body: string }[],
  audience: Audience,
  locale?: string | undefined,
): Promise<ShownRecord[]> {
  const seen = await rendering.map(records, bytesOfBody, ({ kind, body }) =>
    renderPublic(rendering, kind, JSON.parse(body), audience),
  )
  const clean = await hiderOf(db, rendering, seen, audience)
  return rendering.map(records, bytesOfBody, ({ kind }, index) => {
    const record = clean(seen[index] as ShownRecord)
    return locale ? localize(publicKind(kind), record, locale) : record
  })
}

/** The public form of a record. Rich text is sanitized to HTML, so that apps can show it as it is. */
export function renderPublic(
  rendering: Rendering,
  kind: Kind,
  record: AnyRecord,
  { locales }: Pick<Audience, 'locales'>,
): ShownRecord | Promise<ShownRecord> {
  const shown = publicRecord(kind, record, locales)
  if (!('contentFormat' in kind.fields)) return shown
  return withAllHtml(rendering, shown, record.contentFormat === 'markdown' ? 'markdown' : 'html')
}

async function withAllHtml(rendering: Rendering, shown: ShownRecord, format: ContentFormat): Promise<ShownRecord> {
  const html = await withHtml(rendering, shown, format)
  if (!shown.localeDetails) return html
  const localeDetails: Record<string, unknown> = {}
  for (const [locale, texts] of Object.entries(Object(shown.localeDetails)))
    localeDetails[locale] = await withHtml(rendering, Object(texts), format)
  return { ...html, localeDetails }
}

async function withHtml<T extends Record<string, unknown>>(
  rendering: Rendering,
  texts: T,
  format: ContentFormat,
): Promise<T> {
  return typeof texts.content === 'string' ? { ...texts, content: await rendering.html(texts.content, format) } : texts
}

/** Finds which of these ids are, or were, records that are hidden from the audience. */
export type FindHidden = (ids: string[], audience: Audience) => Promise<Set<string>>

/** Returns a function that removes the ids of hidden records from these values. */
export async function hiderOf(
  db: Queryable,
  rendering: Rendering,
  values: ShownRecord[],
  audience: Audience,
  findHidden: FindHidden = (ids) => findStoredHidden(db, rendering.broadcastId, ids, audience),
): Promise<<T>(value: T) => T> {
  const ids = new Set<string>()
  await rendering.map(values, typicalBytes.record, (value) => gatherIds(value, ids))
  for (const { _id } of values) ids.delete(_id)
  const hidden = await findHidden([...ids], audience)
  return (value) => withoutIds(value, hidden)
}

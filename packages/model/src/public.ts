import { type Condition, parseFilters } from './filter.ts'
import { type AnyRecord, type Field, type Kind, localeDetails, type ShownRecord } from './kind.ts'
import { allKinds } from './kinds.ts'
import { Layout } from './layout.ts'
import { type LocalizedPart, mapLocalizedParts } from './localized.ts'
import { oncePerKind } from './once-per-kind.ts'
import { withoutRunnableUrls } from './runnable-urls.ts'

/** The kind reduced to its public fields, so that schemas, filters and references are derived from those alone. */
export const publicKind = oncePerKind((kind): Kind => {
  const names = kind.public ?? []
  const localized = kind.localized.filter((name) => names.includes(name))
  const fields: Record<string, Field> = { _id: kind.fields._id }
  for (const name of names) {
    const field = kind.fields[name]
    if (field) fields[name] = field
  }
  Object.assign(fields, localeDetails(fields, localized), {
    _createdAt: kind.fields._createdAt,
    _updatedAt: kind.fields._updatedAt,
  })
  return { ...kind, fields: fields as Kind['fields'], localized }
})

/** The kinds whose published records can be listed anonymously. */
export const publicKinds = allKinds.filter((kind) => kind.public && isPublishable(kind))

/** Whether its records are drafts until they are published. Records of other kinds are visible when a published record refers to them. */
export function isPublishable(kind: Kind): boolean {
  const { enum: values } = (kind.fields.status?.schema ?? {}) as { enum?: string[] }
  return values?.join() === 'draft,published'
}

/** Whether a record is visible to anonymous readers at an instant. A preview link also shows drafts. */
export function isSeen(
  kind: Kind,
  record: Record<string, unknown>,
  at: { nowMs: number; withDrafts: boolean },
): boolean {
  if (!kind.public || record.isPrivate === true) return false
  return at.withDrafts || isPublished(kind, record, at.nowMs)
}

/** Whether a record is published at an instant: neither a draft nor scheduled for later. Records that are not publishable always are. */
export function isPublished(kind: Kind, record: Record<string, unknown>, nowMs: number): boolean {
  if (!isPublishable(kind)) return true
  const { status, publishedAt } = record
  return status === 'published' && !(typeof publishedAt === 'string' && Date.parse(publishedAt) > nowMs)
}

/** The same as a filter; null where every record is published. */
export function publishedFilter(kind: Kind, nowMs: number): Condition | null {
  if (!isPublishable(kind)) return null
  const isDue = { $or: [{ publishedAt: null }, { publishedAt: { $lte: new Date(nowMs).toISOString() } }] }
  return parseFilters(kind, [{ status: 'published' }, ...('publishedAt' in kind.fields ? [isDue] : [])], '$and')
}

/** A record reduced to its public fields, also inside `localeDetails`, and to the languages of its broadcast. */
export function publicRecord(kind: Kind, record: AnyRecord, languages: readonly string[]): ShownRecord {
  const { localized } = publicKind(kind)
  const shown = publicLayout(kind).pick(record) as ShownRecord
  const offered = inLanguages(kind, shown.localeDetails ? withOffered(shown, localized, languages) : shown, languages)
  return withoutRunnableUrls(kind, offered)
}

const publicLayout = oncePerKind((kind) => {
  const { fields } = publicKind(kind)
  const own = Object.keys(kind.fields).filter((name) => name in fields)
  return new Layout([...new Set(['_id', ...own.filter((name) => !instants.includes(name)), ...instants])])
})

const instants = ['_createdAt', '_updatedAt']

/** A record whose tiles, links and other parts have texts in these languages only. */
export function inLanguages<R extends Record<string, unknown>>(kind: Kind, record: R, languages: readonly string[]): R {
  return mapLocalizedParts(kind, record, (part, localized) => withOffered(part, localized, languages))
}

function withOffered<P extends LocalizedPart>(part: P, localized: readonly string[], languages: readonly string[]): P {
  const details = Object.entries(part.localeDetails as Record<string, unknown>)
  const offered = details.filter(([locale]) => languages.includes(locale))
  return {
    ...part,
    localeDetails: Object.fromEntries(
      offered.map(([locale, texts]) => [locale, pick(Object(texts), (name) => localized.includes(name))]),
    ),
  }
}

function pick(record: Record<string, unknown>, isKept: (name: string) => boolean): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of Object.keys(record)) if (isKept(name)) picked[name] = record[name]
  return picked
}

import { type ChangeEntry, type KindName, kindNamed } from '@marquee/model'
import { declarationOf } from './index.ts'

/** The field that names a record of a kind. */
export function nameFieldOf(kind: KindName): string {
  return declarationOf(kind)?.nameField ?? 'title'
}

/** Whether records of a kind can have a name of their own. */
export const hasNames = (kind: KindName) => nameFieldOf(kind) in kindNamed(kind).fields

/** The display name of a record, in the given language where it is translated. Empty when it has no name. */
export function nameOf(kind: KindName, record: Record<string, unknown>, language: string): string {
  const nameFrom = declarationOf(kind)?.nameFrom
  if (nameFrom) return nameFrom(record, language)
  const field = nameFieldOf(kind)
  const localized = Object(Object(record.localeDetails)[language])[field]
  const name = [localized, record[field]].find((one) => typeof one === 'string' && one !== '')
  if (typeof name === 'string') return name
  // A record that has a title and none is given has no name; its type is no name.
  return 'title' in kindNamed(kind).fields ? '' : fallbackName(record)
}

/** The display name of a changed record, also of a deleted one. Empty when it has no name. */
export function nameOfChange({ kind, record, title }: ChangeEntry<KindName>, language: string): string {
  return record ? nameOf(kind, record, language) : (title ?? '')
}

function fallbackName(record: Record<string, unknown>): string {
  if (typeof record.mediaUrl === 'string') return decodeURIComponent(record.mediaUrl.split('/').at(-1) ?? '')
  if (Array.isArray(record.fields)) {
    const answers = record.fields
      .map((entry) => Object(entry))
      .filter(({ value }) => typeof value === 'string' && value !== '')
    return answers
      .slice(0, 2)
      .map(({ value }) => value)
      .join(', ')
  }
  return typeof record.type === 'string' ? record.type : ''
}

/** Folds case and accents, for searches by name: "etale" finds "Étale". */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

import { type KindName, kindNamed } from '@marquee/model'
import { nameFieldOf } from './record-names.ts'

/** Whether a record would be published without a name. Only kinds that are published and have a title can lack one. */
export function isNamelessInPublic(kind: KindName, record: Record<string, unknown>): boolean {
  const { fields } = kindNamed(kind)
  if (record.status !== 'published' || nameFieldOf(kind) !== 'title' || !('title' in fields)) return false
  const translations = Object.values(Object(record.localeDetails)).map((texts) => Object(texts).title)
  return [record.title, ...translations].every((title) => typeof title !== 'string' || title.trim() === '')
}

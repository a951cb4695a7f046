import { isDeepStrictEqual } from 'node:util'
import { type AnyRecord, Invalid, invalid, kinds, shapes } from '@marquee/model'
import { replaceCalendar } from '../calendar.ts'
import { errorOf } from '../locales.ts'
import { requireCallable } from '../outbound-urls.ts'
import type { Rule } from './rule.ts'

/** An event does not end before it starts. Credentials get their tokens from addresses that may be called. The main language is one of the languages. */
export const broadcastRule: Rule = {
  prepare({ writing, before, after }) {
    const { start, end } = Object(after.dates)
    if (end < start) throw invalid('/dates/end', 'order', 'must not be before the start')
    const known = new Map(entriesOf(before).map(({ id, oauth }) => [id, oauth?.tokenUrl]))
    requireCallable(
      writing,
      entriesOf(after).map(({ id, oauth }, index) => ({
        pointer: `/authData/${index}/oauth/tokenUrl`,
        url: oauth?.tokenUrl,
        before: known.get(id),
      })),
    )
    return withMainLanguage(before, after)
  },
  async saved({ writing, after }) {
    replaceCalendar(writing, after.locales as string[])
  },
}

/** A main language that is set alone is added to the languages: until they are chosen, they are only a default. */
function withMainLanguage(before: AnyRecord | null, after: AnyRecord): AnyRecord {
  const locales = after.locales as string[]
  const main = after.defaultLocale
  if (new Set(locales.map((tag) => tag.toLowerCase())).size < locales.length)
    throw invalid('/locales', 'unique_items', 'must not contain a language twice')
  if (typeof main !== 'string' || locales.includes(main)) return after
  const isChosen = !isDeepStrictEqual(locales, before?.locales ?? shapes.locales)
  if (isChosen && main === before?.defaultLocale)
    throw invalid('/locales', 'mismatch', `must contain the main language, which is ${main}`)
  if (isChosen || locales.length >= maxLocales) throw new Invalid([errorOf({ pointer: '/defaultLocale' }, locales)])
  return { ...after, locales: [main, ...locales] }
}

const { maxItems: maxLocales = 20 } = kinds.broadcast.fields.locales.schema as { maxItems?: number }

interface Entry {
  id?: string
  oauth?: { tokenUrl?: unknown } | null
}

const entriesOf = (record: AnyRecord | null) => (record?.authData ?? []) as Entry[]

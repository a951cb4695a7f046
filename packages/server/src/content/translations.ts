import { Invalid, type Kind, translatableKinds } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { countTranslations, listTranslations } from '../store/records/translations.ts'
import { errorOf } from './locales.ts'

/** How much of the content is translated into each language of the broadcast, in the order of its list. */
export async function readTranslations(db: Queryable, broadcastId: string) {
  const { locales } = await findCalendar(db, broadcastId)
  const counted = await countTranslations(db, broadcastId, translatableKinds, locales)
  return locales.map((locale) => {
    const kinds = translatableKinds.flatMap(({ name }) => {
      const found = counted.find((one) => one.kind === name && one.locale === locale)
      return found ? [{ kind: name, translatable: found.translatable, translated: found.translated }] : []
    })
    const sum = (of: 'translatable' | 'translated') => kinds.reduce((total, one) => total + one[of], 0)
    return { locale, translatable: sum('translatable'), translated: sum('translated'), kinds }
  })
}

/** The records with texts to translate into a language, page by page. */
export async function readTranslationRecords(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  page: { locale: string; isMissingOnly: boolean; limit: number; skip: number },
) {
  const { locales } = await findCalendar(db, broadcastId)
  if (!locales.includes(page.locale)) throw new Invalid([errorOf({ pointer: '?locale' }, locales)])
  const { records, total } = await listTranslations(db, broadcastId, kinds, page)
  return { data: records.map(({ id, ...record }) => ({ ...record, _id: id })), total }
}

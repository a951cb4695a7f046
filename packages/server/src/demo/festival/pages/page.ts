import type { Block } from '../blocks.ts'
import { type DemoRecord, type Id, record } from '../record.ts'
import { localized, type Say } from '../text.ts'

/** A page of blocks, built once per language. */
export function page(
  id: Id,
  name: string,
  url: string,
  make: (say: Say) => { title: string; blocks: Block[] },
): DemoRecord {
  return record(id, 'broadcastPage', `page-${name}`, {
    ...localized((_locale, say) => make(say)),
    defaultLocale: 'fr',
    status: 'published',
    url,
    categoryIds: [id('category-practical')],
  })
}

import type { CategoryKey } from '../categories.ts'
import type { Id } from '../record.ts'
import type { Locale, Say } from '../text.ts'

/** A row in the tables of articles. */
export interface Article {
  name: string
  category: CategoryKey
  format: 'markdown' | 'html'
  publishedAt: string
  status?: 'draft'
  /** The title, then the paragraphs. */
  text: Record<Locale, [title: string, ...paragraphs: string[]]>
  /** The blocks below the text. */
  blocks?: (say: Say, id: Id) => Record<string, unknown>[]
}

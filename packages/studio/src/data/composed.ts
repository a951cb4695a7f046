import type { Kind } from '@marquee/model'
import type { Descend } from './merge.ts'

/** The fields that a patch merges by key rather than replaces. */
export const mergedFields = ['metadata', 'localeDetails']

/** Shapes whose members are merged one by one, as two people may change two of them. A place or a link is merged as a whole. */
const composedShapes = new Set(['Theme', 'AppBar', 'BottomBar', 'Home', 'HomeHeader', 'Seo'])

/** How a record of a kind is split for a merge: texts by language and field, styles by member. */
export function composedParts(kind: Kind): Descend {
  return ([field = '', ...inner]) => {
    if (field === 'localeDetails') return inner.length < 2
    if (field === 'metadata') return inner.length === 0
    const schema = kind.fields[field]?.schema as { title?: string } | undefined
    return inner.length === 0 && composedShapes.has(schema?.title ?? '')
  }
}

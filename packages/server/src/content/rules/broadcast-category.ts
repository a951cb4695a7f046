import { invalid } from '@marquee/model'
import { lockAncestors } from '../../store/records/categories.ts'
import type { Rule } from './rule.ts'

/** A category has a key, by default from its title; and no category is its own ancestor. */
export const categoryRule: Rule = {
  async prepare({ writing, before, after }) {
    const isMoved = typeof after.parentId === 'string' && after.parentId !== before?.parentId
    if (isMoved) {
      const above = await lockAncestors(writing.tx, writing.broadcastId, String(after.parentId))
      if (above.includes(after._id)) throw invalid('/parentId', 'loop', 'must not lead back to the category')
      if (above.length >= maxDepth)
        throw invalid('/parentId', 'too_deep', `categories can be nested at most ${maxDepth} deep`)
    }
    if (before) return after
    const title = typeof after.title === 'string' && after.title !== '' ? [...after.title].slice(0, 200).join('') : null
    return { ...after, key: after.key ?? title ?? after._id }
  },
  taken({ field, sent, another }) {
    if (field !== 'key' || typeof sent.key === 'string') return undefined
    const message = `makes a key that another category has; send a \`key\` beside the title${another}`
    return { pointer: '/title', code: 'taken', message }
  },
}

export const maxDepth = 20

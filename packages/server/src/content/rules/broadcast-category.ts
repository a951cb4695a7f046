import { type AnyRecord, complain, kinds } from '@marquee/model'
import { findRecord } from '../../store/records.ts'
import type { Writing } from '../writing.ts'
import type { Rule } from './rule.ts'

/** A category is known by its key, at first its title; and no category lies inside itself. */
export const categoryRule: Rule = {
  async prepare({ writing, before, after }) {
    if (after.parentId !== (before?.parentId ?? null)) await requireNoLoop(writing, after)
    if (before) return after
    const title = typeof after.title === 'string' && after.title !== '' ? [...after.title].slice(0, 200).join('') : null
    return { ...after, key: after.key ?? title ?? after._id }
  },
}

async function requireNoLoop(writing: Writing, category: AnyRecord): Promise<void> {
  let parentId = category.parentId
  for (let steps = 0; typeof parentId === 'string'; steps++) {
    if (parentId === category._id || steps >= maxDepth)
      throw complain('/parentId', 'loop', 'must not lead back to the category or lie deeper than 20')
    const parent = await findRecord(writing.tx, writing.broadcastId, kinds.broadcastCategory, parentId)
    parentId = parent ? (JSON.parse(parent) as AnyRecord).parentId : null
  }
}

const maxDepth = 20

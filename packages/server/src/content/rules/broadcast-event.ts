import { requireTimely } from '../timeline.ts'
import type { Rule } from './rule.ts'

/** An analytics event without a time happened now. */
export const analyticsRule: Rule = {
  prepare({ writing, after }) {
    if (after.occurredAt === undefined || after.occurredAt === null) return { ...after, occurredAt: after._createdAt }
    requireTimely(String(after.occurredAt), '/occurredAt', writing)
    return after
  },
}

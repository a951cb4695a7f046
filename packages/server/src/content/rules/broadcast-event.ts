import type { Rule } from './rule.ts'

/** An analytics event happened now unless it says when. */
export const analyticsRule: Rule = {
  prepare: ({ after }) => ({ ...after, occurredAt: after.occurredAt ?? after._createdAt }),
}

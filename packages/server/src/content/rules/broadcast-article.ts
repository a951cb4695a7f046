import type { AnyRecord } from '@marquee/model'
import { guessFormat } from '../rich-text.ts'
import type { Rule } from './rule.ts'

/** Publishing without a date takes now. A date in the future schedules, and `article.published` waits for it. */
export const articleRule: Rule = {
  prepare({ writing, after }) {
    const now = new Date(writing.nowMs).toISOString()
    const isDateless = after.status === 'published' && after.publishedAt === null
    const contentFormat = after.contentFormat ?? (typeof after.content === 'string' ? guessFormat(after.content) : null)
    return { ...after, contentFormat, ...(isDateless && { publishedAt: now }) }
  },
  eventTypes({ before, after, nowMs }) {
    if (!after) return ['article.deleted']
    const became = isVisible(after, nowMs) && !(before && isVisible(before, nowMs))
    return [before ? 'article.updated' : 'article.created', ...(became ? ['article.published'] : [])]
  },
}

function isVisible(article: AnyRecord, nowMs: number): boolean {
  return (
    article.status === 'published' &&
    typeof article.publishedAt === 'string' &&
    Date.parse(article.publishedAt) <= nowMs
  )
}

import { setDue } from '../../store/records/due.ts'
import { guessFormat } from '../rich-text-size.ts'
import { isScheduled, isVisible } from '../schedule.ts'
import type { Rule } from './rule.ts'

/** Publishing without a date sets it to now. A date in the future schedules, and `article.published` is sent when it comes. */
export const articleRule: Rule = {
  prepare({ writing, after }) {
    const now = new Date(writing.nowMs).toISOString()
    const isDateless = after.status === 'published' && after.publishedAt === null
    const contentFormat = after.contentFormat ?? (typeof after.content === 'string' ? guessFormat(after.content) : null)
    return { ...after, contentFormat, ...(isDateless && { publishedAt: now }) }
  },
  async saved({ writing, before, after }) {
    const { tx, broadcastId, nowMs } = writing
    const dueAt = isScheduled(after, nowMs) ? String(after.publishedAt) : null
    // An article that is due but not announced yet stays in the queue, whatever else is changed in the meantime.
    const isCalledOff =
      before !== null && (isScheduled(before, nowMs) || (before.status === 'published' && after.status !== 'published'))
    if (dueAt !== null || isCalledOff) await setDue(tx, broadcastId, 'broadcastArticle', after._id, dueAt)
  },
  eventTypes({ before, after, nowMs }) {
    if (!after) return ['article.deleted']
    const became = isVisible(after, nowMs) && !(before && isVisible(before, nowMs))
    return [before ? 'article.updated' : 'article.created', ...(became ? ['article.published'] : [])]
  },
}

import type { PushParts } from '../push/parts.ts'
import { fittedPayload } from '../push/payload.ts'
import type { Message } from '../push/send-all.ts'
import { listNotices, type Notice, type NoticeRecipient } from '../store/public/notices.ts'
import type { Calendar } from '../store/records/broadcasts.ts'
import { noticeText } from './notice-text.ts'

export interface NoticeMessages {
  /** Loads notices before their recipients get them. */
  load(ids: string[]): Promise<void>
  noticeOf(row: NoticeRecipient): Notice | undefined
  /** The message of a notice in the language of a recipient, built once. */
  messageFor(row: NoticeRecipient): Message
}

export function createNoticeMessages(parts: PushParts, broadcastId: string, calendar: Calendar): NoticeMessages {
  const { timeZone, locales } = calendar
  const notices = new Map<string, Notice>()
  const made = new Map<string, Message>()

  const make = (notice: Notice, locale: string | null): Message => {
    const { id, sessionId, minutes, expiresAt } = notice
    const nowMs = parts.clock.now()
    const payload = fittedPayload({
      type: minutes === null ? 'change' : 'reminder',
      ...noticeText(notice, locale, { localize: parts.localize, timeZone, nowMs }),
      navigator: { broadcastSessionId: sessionId },
      broadcast_id: broadcastId,
      session_id: sessionId,
      locale,
    })
    const ttlSeconds = Math.max(Math.ceil((expiresAt.getTime() - nowMs) / 1_000), 1)
    return { id, payload, options: { topic: sessionId, ttlSeconds, urgency: 'high' } }
  }

  return {
    async load(ids) {
      const missing = [...new Set(ids)].filter((id) => !notices.has(id))
      if (missing.length === 0) return
      for (const notice of await listNotices(parts.db, broadcastId, missing)) notices.set(notice.id, notice)
    },
    noticeOf: ({ notice_id: id }) => notices.get(id),
    messageFor({ notice_id: id, locale: chosen }) {
      // A language that was removed since the app registered has no texts.
      const locale = chosen !== null && locales.includes(chosen) ? chosen : null
      const key = `${id} ${locale}`
      const known = made.get(key)
      if (known) return known
      const notice = notices.get(id)
      if (!notice) throw new Error('the notice of a recipient was not loaded')
      const message = make(notice, locale)
      made.set(key, message)
      return message
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Tenant } from '../base/tenant.ts'
import { dropSubscription } from '../push/drop-subscription.ts'
import type { PushParts } from '../push/parts.ts'
import { type Outbox, pageSize, sendAll } from '../push/send-all.ts'
import {
  deleteNoticeRecipients,
  type Notice,
  type NoticeRecipient,
  postponeRecipients,
  readNoticeRecipients,
} from '../store/public/notices.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import { fire } from './fire.ts'
import { createNoticeMessages } from './notice-messages.ts'
import { quietUntilMs } from './quiet-hours.ts'
import { isSameSlot, startMsOf } from './session-slot.ts'

/**
 * Sends the notices of a broadcast to all recipients that are due. Notices that become due meanwhile are included, so that a slow push
 * service does not delay them.
 */
export async function sendDue(parts: PushParts, tenant: Tenant, signal: AbortSignal): Promise<void> {
  const { broadcastId } = tenant
  const calendar = await findCalendar(parts.db, broadcastId)
  const { timeZone } = calendar
  const messages = createNoticeMessages(parts, broadcastId, calendar)
  /** Handed out, and not yet deleted from the table. A row that was read before it was deleted is recognized by `sendAll`. */
  const inHand = new Set<string>()

  const handOutPage = async (page: NoticeRecipient[], add: (row: NoticeRecipient) => void): Promise<void> => {
    const nowMs = parts.clock.now()
    const fresh = page.filter((row) => !inHand.has(keyOf(row)))
    await messages.load(fresh.map((row) => row.notice_id))
    const sorted = fresh.map((row) => ({ row, ...dueFor(row, messages.noticeOf(row), nowMs, timeZone) }))
    await postponeRecipients(
      parts.db,
      broadcastId,
      sorted.flatMap(({ row, laterMs }) => (laterMs === undefined ? [] : [{ row, dueAt: new Date(laterMs) }])),
    )
    const obsolete = sorted.filter(({ isObsolete }) => isObsolete).map(({ row }) => row)
    if (obsolete.length > 0) await parts.db.transaction((tx) => deleteNoticeRecipients(tx, broadcastId, obsolete))
    for (const { row, laterMs, isObsolete } of sorted) {
      if (laterMs !== undefined || isObsolete) continue
      inHand.add(keyOf(row))
      add(row)
    }
  }

  const handOut = async ({ add, hasRoom, isEmpty }: Outbox<NoticeRecipient>): Promise<void> => {
    for (let isDone = false; !isDone; ) {
      let after = { notice_id: '', client_id: '' }
      while (await hasRoom()) {
        const page = await readNoticeRecipients(parts.db, broadcastId, new Date(parts.clock.now()), after, pageSize)
        await handOutPage(page, add)
        const last = page.at(-1)
        if (!last) break
        after = last
      }
      isDone = await untilEmptyOrFired(isEmpty)
    }
  }

  /** True when all is sent; false when notices became due before. */
  const untilEmptyOrFired = async (isEmpty: () => Promise<boolean>): Promise<boolean> => {
    const empty = isEmpty().then(() => 'empty' as const)
    for (;;) {
      const first = await Promise.race([empty, wait(lookMs, 'later' as const, { ref: false })])
      if (first === 'empty' || signal.aborted) return true
      if (await fire(parts, broadcastId, true)) return false
    }
  }

  await sendAll<NoticeRecipient>(parts, {
    broadcastId,
    signal,
    handOut,
    messageFor: (row) => messages.messageFor(row),
    async save(results) {
      const rows = results.map(({ row }) => row)
      if (rows.length > 0)
        await parts.writeQueue.write(broadcastId, async (tx) => {
          await deleteNoticeRecipients(tx, broadcastId, rows)
          for (const { row, goneSubscription } of results) {
            if (goneSubscription !== undefined)
              await dropSubscription(parts.content, tx, tenant, row.client_id, goneSubscription)
          }
        })
      for (const row of rows) inHand.delete(keyOf(row))
      return true
    },
  })
}

/** Whether a recipient gets a notice now, later or not at all. Pure. */
function dueFor(
  { quiet_hours: quietHours }: NoticeRecipient,
  notice: Notice | undefined,
  nowMs: number,
  timeZone: string,
): { laterMs?: number; isObsolete?: boolean } {
  if (!notice || notice.expiresAt.getTime() <= nowMs) return { isObsolete: true }
  if (notice.minutes !== null) return {}
  // The session came back before the quiet hours of the recipient ended.
  if (isSameSlot(notice.before, notice.after)) return { isObsolete: true }
  const untilMs = quietHours === null ? undefined : quietUntilMs(nowMs, JSON.parse(quietHours), timeZone)
  if (untilMs === undefined) return {}
  const startsMs = [notice.before, notice.after].flatMap((state) => (state && startMsOf(state)) ?? [])
  const isUrgent = startsMs.some((startMs) => startMs > nowMs && startMs < untilMs)
  return isUrgent ? {} : { laterMs: untilMs }
}

const keyOf = ({ notice_id: noticeId, client_id: clientId }: NoticeRecipient) => `${noticeId} ${clientId}`

/** How often it looks for further notices while messages are in flight. */
const lookMs = 1_000

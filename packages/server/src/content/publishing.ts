import { type AnyRecord, kindNamed } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Db } from '../store/db.ts'
import { takeDue } from '../store/records/due.ts'
import { lockRecord } from '../store/records/records.ts'
import type { Content } from './content.ts'
import { isVisible } from './schedule.ts'

/** Logs a change for one record of a broadcast that has become visible by the clock. False when there is none. */
export function announceNextDue(
  { db, clock, content }: { db: Db; clock: Clock; content: Content },
  broadcastId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await takeDue(tx, broadcastId, new Date(clock.now()))
    if (!due) return false
    const kind = kindNamed(due.kind)
    await content.writeIn(tx, { broadcastId, userId: due.user_id }, { type: 'service' }, async (writing) => {
      const stored = await lockRecord(tx, broadcastId, kind, { id: due.record_id })
      const record: AnyRecord | undefined = stored && JSON.parse(stored.body)
      if (!record || !isVisible(record, writing.nowMs)) return
      writing.log.add({
        kind,
        id: record._id,
        operation: 'publish',
        record,
        fields: [],
        eventTypes: [`${kind.events}.published`],
      })
    })
    return true
  })
}

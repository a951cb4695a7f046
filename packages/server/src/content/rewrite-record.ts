import type { AnyRecord } from '@marquee/model'
import { lockRecord } from '../store/records/records.ts'
import { save } from './logged-write.ts'
import { changedFields } from './patch.ts'
import type { RewriteRecord } from './rules/rule.ts'

/** Rewrites a whole record for the service itself: logged like any change, without a check of its shape. */
export const rewriteRecord: RewriteRecord = async (writing, kind, id, rewrite) => {
  const stored = await lockRecord(writing.tx, writing.broadcastId, kind, { id })
  if (!stored) return
  const before: AnyRecord = JSON.parse(stored.body)
  const record = rewrite(before)
  const fields = changedFields(before, record)
  if (fields.length > 0) await save(writing, { kind, record }, before, fields)
}

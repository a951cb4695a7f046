import type { AnyRecord, Kind } from '@marquee/model'
import type { Removal } from '../store/records/records.ts'
import { changeOf } from './logged-write.ts'
import { titleOf } from './record-title.ts'
import type { Writing } from './writing.ts'

/** The deletion of a record: its log entry, and its entry in the trash if it can be restored. */
export function removalOf(writing: Writing, kind: Kind, record: AnyRecord): Removal {
  const isTrashed = kind.trash && writing.trashDays > 0
  return {
    kind,
    id: record._id,
    change: changeOf(writing, kind, 'delete', record, null, []),
    trashed: isTrashed ? { title: titleOf(record), actor: writing.actor, at: new Date(writing.nowMs) } : null,
  }
}

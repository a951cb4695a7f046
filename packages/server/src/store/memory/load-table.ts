import type { Kind } from '@marquee/model'
import { Slices } from '../../base/turns.ts'
import type { Db } from '../db.ts'
import { wholeBroadcastMs } from '../limits.ts'
import { Table } from './table.ts'
import { findKindSize, readKindPage } from './whole-kind.ts'

/** All records of a kind in one snapshot. Undefined when they are too many or too large for memory. */
export function loadTable(db: Db, broadcastId: string, kind: Kind, maxBytes: number): Promise<Table | undefined> {
  return db.withLimit(wholeBroadcastMs).snapshot(async (reader) => {
    const size = await findKindSize(reader, broadcastId, kind)
    if (!size || size.count > maxRows) return undefined
    const table = new Table(kind, size.sequence)
    const slices = new Slices()
    for (let afterId = ''; ; ) {
      const rows = await readKindPage(reader, broadcastId, kind, { afterId, limit: pageRows })
      for (const { id, body } of rows) {
        table.put(id, body)
        const pause = slices.spend(body.length)
        if (pause) await pause
      }
      if (table.bytes > maxBytes) return undefined
      if (rows.length < pageRows) return table
      afterId = rows.at(-1)?.id ?? ''
    }
  })
}

/** Filtering and sorting more of them on the event loop would keep other requests waiting. */
const maxRows = 10_000
const pageRows = 500

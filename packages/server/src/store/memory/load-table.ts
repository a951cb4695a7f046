import type { Kind } from '@marquee/model'
import { Slices } from '../../base/turns.ts'
import type { Db } from '../db.ts'
import { wholeBroadcastMs } from '../limits.ts'
import { keptJson } from './row.ts'
import { Table } from './table.ts'
import { findKindSize, readKindPage } from './whole-kind.ts'

/** All records of a kind in one snapshot. Undefined when they are too many or too large for memory. */
export function loadTable(db: Db, broadcastId: string, kind: Kind, maxBytes: number): Promise<Table | undefined> {
  return db.withLimit(wholeBroadcastMs).snapshot(async (reader) => {
    const size = await findKindSize(reader, broadcastId, kind)
    if (!size || size.count > maxRows) return undefined
    const hasBodies = size.count <= maxBodies
    const table = new Table(kind, size.sequence, { hasBodies, count: size.count })
    const slices = new Slices()
    for (let afterId = ''; ; ) {
      const rows = await readKindPage(reader, broadcastId, kind, { afterId, limit: pageRows, hasBodies })
      const bodies = hasBodies ? keptJson(rows.map(({ json }) => json)) : []
      for (const [index, { id, json }] of rows.entries()) {
        if (hasBodies) table.put(id, json, bodies[index])
        else table.add(id, JSON.parse(json))
        const pause = slices.spend(json.length)
        if (pause) await pause
      }
      if (table.bytes > maxBytes) return undefined
      if (rows.length < pageRows) return table
      afterId = rows.at(-1)?.id ?? ''
    }
  })
}

const maxRows = 250_000
/** Of more records only the values are kept that lists are filtered and sorted by. */
const maxBodies = 10_000
const pageRows = 500

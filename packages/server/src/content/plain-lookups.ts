import { type Kind, kinds } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import type { Row } from '../store/memory/row.ts'
import { findCategoryKeys } from '../store/records/categories.ts'
import { findGeoMaps } from '../store/records/maps.ts'

/** What views of Surface A show of other records. */
export interface Lookups {
  categoryKeys(broadcastId: string, ids: string[]): Promise<Map<string, string>>
  geoMaps(broadcastId: string, ids: string[]): Promise<Set<string>>
}

export const storedLookups = (db: Queryable): Lookups => ({
  categoryKeys: (broadcastId, ids) => findCategoryKeys(db, broadcastId, ids),
  geoMaps: (broadcastId, ids) => findGeoMaps(db, broadcastId, ids),
})

/** The same from memory, where it has these kinds. */
export function rememberedLookups(db: Queryable, memory: Memory): Lookups {
  const stored = storedLookups(db)
  const rowsOf = async (broadcastId: string, kind: Kind, ids: string[]): Promise<Row[] | undefined> => {
    if (ids.length === 0) return []
    const [table] = (await memory.open(broadcastId, [kind])) ?? []
    return table && ids.flatMap((id) => table.find(id) ?? [])
  }
  return {
    async categoryKeys(broadcastId, ids) {
      const rows = await rowsOf(broadcastId, kinds.broadcastCategory, ids)
      return rows
        ? new Map(rows.map(({ id, values }) => [id, String(values.key)]))
        : stored.categoryKeys(broadcastId, ids)
    },
    async geoMaps(broadcastId, ids) {
      const rows = await rowsOf(broadcastId, kinds.broadcastMap, ids)
      if (!rows) return stored.geoMaps(broadcastId, ids)
      return new Set(rows.filter(({ values }) => values.type === 'geo').map(({ id }) => id))
    },
  }
}

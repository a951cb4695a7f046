import { type Kind, kinds } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import type { Table } from '../store/memory/table.ts'
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
  const tableOf = async (broadcastId: string, kind: Kind): Promise<Table | undefined> => {
    const [table] = (await memory.open(broadcastId, [kind])) ?? []
    return table
  }
  return {
    async categoryKeys(broadcastId, ids) {
      if (ids.length === 0) return new Map()
      const table = await tableOf(broadcastId, kinds.broadcastCategory)
      if (!table) return stored.categoryKeys(broadcastId, ids)
      return new Map(ids.filter((id) => table.has(id)).map((id) => [id, String(table.value(id, 'key'))]))
    },
    async geoMaps(broadcastId, ids) {
      if (ids.length === 0) return new Set()
      const table = await tableOf(broadcastId, kinds.broadcastMap)
      if (!table) return stored.geoMaps(broadcastId, ids)
      return new Set(ids.filter((id) => table.value(id, 'type') === 'geo'))
    },
  }
}

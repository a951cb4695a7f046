import type { Kind } from '@marquee/model'
import type { Queryable } from '../store/db.ts'
import { countUses, type UsesOfKind } from '../store/records/uses.ts'

export interface Uses {
  total: number
  data: UsesOfKind[]
}

/** How many records of the given kinds use some records. People are counted and not named. */
export async function readUses(db: Queryable, broadcastId: string, ids: string[], kinds: Kind[]): Promise<Uses> {
  const found = await countUses(db, broadcastId, ids, kinds, named)
  const people = new Set(kinds.filter(({ area }) => area !== 'content').map(({ name }) => name))
  const data = found.map((uses) => (people.has(uses.kind) ? { ...uses, records: [] } : uses))
  return { total: data.reduce((sum, { total }) => sum + total, 0), data }
}

const named = 5

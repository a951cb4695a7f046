import { type AnyRecord, type Condition, type Kind, queryValues } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { rowsSql } from '../rows-sql.ts'
import { sql } from '../sql.ts'
import { conditionSql } from './filter-sql.ts'
import { joinedReferences } from './record-rows.ts'

/** Which of these versions of records a filter matches, by their position. The same SQL as in lists, so that both agree. */
export async function matchVersions(
  db: Queryable,
  kind: Kind,
  where: Condition,
  records: AnyRecord[],
): Promise<Set<number>> {
  if (records.length === 0) return new Set()
  const versions = records.map((record, position) => ({ record, position }))
  const rows = await db.query<{ position: number }>(sql`
    select position from (
      select position, id, keys, reference, string_to_array(refs, ' ') as refs from ${rowsSql('v', versions, {
        position: ['integer', ({ position }) => position],
        id: ['text', ({ record }) => record._id],
        keys: ['jsonb', ({ record }) => JSON.stringify(queryValues(kind, record))],
        reference: ['text', ({ record }) => record._reference],
        refs: ['text', ({ record }) => joinedReferences(record)],
      })}
    ) versions where ${conditionSql(where)}`)
  return new Set(rows.map(({ position }) => position))
}

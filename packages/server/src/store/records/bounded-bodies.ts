import { answerTooLarge, maxAnswerBytes } from '../../base/answer-size.ts'
import { type Sql, sql } from '../sql.ts'

/** The column `body`, null as soon as the cumulative size exceeds that of a response. `requireBodies` refuses those. */
export const boundedBody = (order: Sql): Sql => sql`
  case when sum(octet_length(body::text)) over (order by ${order} rows unbounded preceding) <= ${maxAnswerBytes}::bigint then body end as body`

export function requireBodies<Row extends { body: string | null }>(
  rows: Row[],
  hint?: string,
): (Row & { body: string })[] {
  if (rows.some(({ body }) => body === null)) throw answerTooLarge(hint)
  return rows as (Row & { body: string })[]
}

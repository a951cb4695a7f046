import { nameFields } from '@marquee/model'
import { raw } from './sql.ts'

/** The name of the record in the column `body` for people, at most 200 characters; null when it has none. */
export const nameSql = raw(
  `left(coalesce(${nameFields.map((field) => `nullif(body ->> '${field}', '')`).join(', ')}), 200)`,
)

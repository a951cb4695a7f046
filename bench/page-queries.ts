import { createHash } from 'node:crypto'
import { kinds, parseFilters, parseSort } from '@marquee/model'
import { readList } from '../packages/server/src/content/read.ts'
import { createRenderer } from '../packages/server/src/content/rendering.ts'
import { createRichText } from '../packages/server/src/content/rich-text-cache.ts'
import type { Queryable } from '../packages/server/src/store/db.ts'
import { type Sql, textOf } from '../packages/server/src/store/sql.ts'
import type { Statement } from './database.ts'

/** One of endless lists of pages with filters and a sort; no answer to it is there already. */
export interface PageQuery {
  /** How many pages there are. The lists begin anywhere in the first nine tenths of them. */
  pages: number
  /** No two numbers give the same list. */
  number: number
}

function wordsOf({ pages, number }: PageQuery) {
  const from = `Page ${String((number * 7) % (pages * 0.9)).padStart(6, '0')}/${number}`
  const filters = [{ status: 'published' }, { isPrivate: false }, { title: { $gte: from } }]
  const sort = { title: 'asc' }
  return { filters, sort }
}

export function pagePath(broadcastPath: string, asked: PageQuery): string {
  const { filters, sort } = wordsOf(asked)
  const query = new URLSearchParams({ filters: JSON.stringify(filters), sort: JSON.stringify(sort) })
  return `${broadcastPath}/broadcastPages?${query}`
}

/** The statement that the service itself makes of the query, for `pg` to run alone. */
export async function pageStatement(broadcastId: string, asked: PageQuery): Promise<Statement> {
  const { filters, sort } = wordsOf(asked)
  const kind = kinds.broadcastPage
  const request = {
    where: parseFilters(kind, filters, '$and', 'UTC'),
    order: parseSort(kind, sort),
    startId: null,
    limit: 50,
    skip: 0,
  }
  const rendering = createRenderer(createRichText()).inBackground(broadcastId)
  return statementOf((db) => readList(db, rendering, kind, request, {}))
}

/** The one statement by which something is read, caught on its way to the database. */
export async function statementOf(read: (db: Queryable) => Promise<unknown>): Promise<Statement> {
  const caught: Sql[] = []
  const db: Queryable = {
    async query(statement) {
      caught.push(statement)
      return []
    },
  }
  await read(db)
  const [statement, ...others] = caught
  if (!statement || others.length > 0) throw new Error(`it takes ${caught.length} statements`)
  const text = textOf(statement)
  return { name: createHash('sha1').update(text).digest('base64url'), text, values: [...statement.values] }
}

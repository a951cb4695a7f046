import { createHash } from 'node:crypto'
import { kinds, parseFilters, parseSort } from '@marquee/model'
import { readList } from '../packages/server/src/content/read.ts'
import { createRenderer } from '../packages/server/src/content/rendering.ts'
import { createRichText } from '../packages/server/src/content/rich-text-cache.ts'
import type { Queryable } from '../packages/server/src/store/db.ts'
import { numbered, type Sql } from '../packages/server/src/store/sql.ts'
import type { Statement } from './database.ts'

/** One of an endless series of lists of pages with filters and a sort, none of which is cached. */
export interface PageQuery {
  /** The number of pages. The lists begin anywhere in the first nine tenths of them. */
  pages: number
  /** Different numbers give different lists. */
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

/** The service's own statement for the query, to be run through `pg` alone. */
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

/** Captures the single statement of a read. */
export async function statementOf(read: (db: Queryable) => Promise<unknown>): Promise<Statement> {
  const caught: Sql[] = []
  const db: Queryable = {
    plane: 'content',
    async query(statement) {
      caught.push(statement)
      return []
    },
  }
  await read(db)
  const [statement, ...others] = caught
  if (!statement || others.length > 0) throw new Error(`it takes ${caught.length} statements`)
  const { text, values } = numbered(statement)
  return { name: createHash('sha1').update(text).digest('base64url'), text, values }
}

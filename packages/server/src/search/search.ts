import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import { Slices } from '../base/turns.ts'
import type { Db } from '../store/db.ts'
import type { Audience } from '../store/public/public-visibility.ts'
import { type FoundDocument, findMatching, findSimilar } from '../store/records/search.ts'
import { wordQueries } from '../store/records/search-words.ts'
import { createCatchUp } from './catch-up.ts'
import { documentsOf } from './documents.ts'
import { type Highlighted, highlight } from './highlight.ts'
import { queryWords } from './words.ts'

export interface SearchQuery {
  q: string
  kinds: Kind[]
  /** Searches the texts shown for this `?locale=`; all when null. */
  locale: string | null
  limit: number
  skip: number
  /** The visibility for anonymous readers: hidden records are then not found. Undefined for members and API keys. */
  audience?: Audience | undefined
}

export interface SearchResult {
  kind: string
  _id: string
  title: string | null
  /** The language of the matched texts, if known. */
  locale: string | null
  /** From 0 to 1; comparable only within one response. */
  score: number
  highlights: ({ field: string } & Highlighted)[]
}

export interface SearchAnswer {
  data: SearchResult[]
  total: number
}

export interface Search {
  /** The records that contain all words, best match first. Committed writes are always included. */
  search(broadcastId: string, query: SearchQuery): Promise<SearchAnswer>
}

export function createSearch({ db }: { db: Db }): Search {
  const catchUp = createCatchUp({ db })
  return {
    async search(broadcastId, { q, kinds, locale, limit, skip, audience }) {
      const words = queryWords(q)
      const scope = words.length > 0 ? await catchUp(broadcastId) : undefined
      if (scope === undefined) return { data: [], total: 0 }
      const request = { words: await wordQueries(db, scope, words), kinds, locale, audience, limit, skip }
      const exact = await findMatching(db, broadcastId, request)
      const { found, total } = exact.total > 0 ? exact : await findSimilar(db, broadcastId, request)
      const slices = new Slices()
      const data: SearchResult[] = []
      for (const document of found) {
        await slices.spend(document.body.length)
        data.push(show(document, words))
      }
      return { data, total }
    },
  }
}

function show({ kind: name, record_id: _id, locale, score, body }: FoundDocument, words: string[]): SearchResult {
  const kind = kindNamed(name)
  const record: AnyRecord = JSON.parse(body)
  const [document] = documentsOf(kind, record, locale)
  const highlights = (document?.texts ?? []).flatMap(({ field, text }) => {
    const highlighted = highlight(text, words)
    return highlighted ? [{ field, ...highlighted }] : []
  })
  return {
    kind: name,
    _id,
    title: document?.title ?? null,
    locale: document?.language ?? null,
    score: Math.round(score * 1_000) / 1_000,
    highlights,
  }
}

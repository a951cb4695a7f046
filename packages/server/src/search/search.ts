import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import { Slices } from '../base/turns.ts'
import type { Db } from '../store/db.ts'
import type { Audience } from '../store/public/public-visibility.ts'
import { type FoundDocument, findMatching, findSimilar } from '../store/records/search.ts'
import { wordQueries } from '../store/records/search-words.ts'
import { createCatchUp } from './catch-up.ts'
import { documentsOf, type Language } from './documents.ts'
import { type Highlighted, highlight } from './highlight.ts'
import { queryWords } from './words.ts'

export interface SearchQuery {
  q: string
  kinds: Kind[]
  /** Whose texts are searched, as `?locale=` shows them; all when null. */
  locale: string | null
  limit: number
  skip: number
  /** For whom, when it is not somebody who may read all: hidden records are then as if they were not there. */
  audience?: Audience | undefined
}

export interface SearchResult {
  kind: string
  _id: string
  title: string | null
  /** The language of the texts that were found, as far as it is known. */
  locale: Language | null
  /** From 0 to 1; it orders the results of one answer. */
  score: number
  highlights: ({ field: string } & Highlighted)[]
}

export interface SearchAnswer {
  data: SearchResult[]
  total: number
}

export interface Search {
  /** The records that people read in which all words stand, what fits best first. What has just been written is found. */
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

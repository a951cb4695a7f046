import type { SearchRank } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { join, raw, sql } from '../sql.ts'

/** A word as PostgreSQL searches it: the word itself, and its equivalents; on request only with some weights. */
export interface WordQuery {
  word: string
  exact(weight?: string): string
  any(weight?: string): string
}

/** Expects folded words, at least one. */
export async function wordQueries(db: Queryable, scope: number, words: string[]): Promise<WordQuery[]> {
  const languages = Object.keys(dictionaries)
  const stems = await findStems(
    db,
    languages.flatMap((language) => words.map((word) => `${language} ${word}`)),
  )
  return words.map((word) => {
    const forms = new Set(languages.flatMap((language) => stems.get(`${language} ${word}`) ?? []))
    forms.delete(word)
    return {
      word,
      exact: (weight = '') => lexeme(scope, word, weight),
      any: (weight = '') =>
        [lexeme(scope, word, `*${weight}`), ...[...forms].map((form) => lexeme(scope, form, weight))].join(' | '),
    }
  })
}

/** The words of a document, each with its best rank, and the language they are stemmed in. */
export interface DocumentWords {
  language: string | null
  words: Map<string, SearchRank>
}

/** Documents in the form of PostgreSQL: words and their stems, each once, with its best rank. */
export async function vectorTexts(db: Queryable, scope: number, documents: DocumentWords[]): Promise<string[]> {
  const stems = await findStems(
    db,
    documents.flatMap(({ language, words }) =>
      language === null ? [] : [...words.keys()].map((word) => `${language} ${word}`),
    ),
  )
  return documents.map(({ language, words }) => {
    const ranked = new Map(words)
    for (const [word, rank] of words) {
      const stem = stems.get(`${language} ${word}`)
      if (stem !== undefined && !ranked.has(stem)) ranked.set(stem, rank)
    }
    return [...ranked].map(([word, rank]) => lexeme(scope, word, `1${weights[rank]}`)).join(' ')
  })
}

/** The weights by which PostgreSQL ranks words. */
export const weights: Record<SearchRank, string> = { title: 'A', summary: 'B', body: 'C' }

/** Folded words and their stems consist of letters and digits, so that none can be mistaken for an operator. */
const lexeme = (scope: number, word: string, suffix: string) => `'${scope}/${word}'${suffix && `:${suffix}`}`

/** PostgreSQL's stemmers. */
const dictionaries: Record<string, string> = { fr: 'french_stem', en: 'english_stem', es: 'spanish_stem' }

/** The stems of words, which are given as `<language> <word>`. A word without a stem is its own stem. */
async function findStems(db: Queryable, pairs: string[]): Promise<Map<string, string>> {
  const stems = new Map<string, string>()
  const unknown: string[] = []
  for (const pair of new Set(pairs)) {
    const stem = knownStems.get(pair)
    if (stem === undefined) unknown.push(pair)
    else stems.set(pair, stem)
  }
  if (unknown.length === 0) return stems
  const choices = Object.entries(dictionaries).map(([language, dictionary]) =>
    raw(`when '${language}' then ts_lexize('${dictionary}', word)`),
  )
  const rows = await db.query<{ pair: string; stem: string }>(sql`
    select pair, coalesce((case language ${join(choices, ' ')} end)[1], word) as stem
    from unnest(${unknown}::text[]) pair, split_part(pair, ' ', 1) language, split_part(pair, ' ', 2) word`)
  if (knownStems.size > maxKnownStems) knownStems.clear()
  for (const { pair, stem } of rows) {
    stems.set(pair, stem)
    knownStems.set(pair, stem)
  }
  return stems
}

/** Stems never change, and the same words recur. */
const knownStems = new Map<string, string>()
const maxKnownStems = 50_000

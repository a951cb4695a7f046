import type { Kind, SearchRank } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { type Audience, anyVisibleSql } from '../public/public-visibility.ts'
import { insertRows, keysSql } from '../rows-sql.ts'
import { join, raw, type Sql, sql } from '../sql.ts'
import { boundedBody, requireBodies } from './bounded-bodies.ts'
import { type DocumentWords, vectorTexts, type WordQuery, weights } from './search-words.ts'

/** How far the documents of a broadcast are behind its change log. */
export interface SearchState {
  /** Null before the first search. */
  scope: number | null
  sequence: number | null
  lastSequence: number
  prunedThrough: number
}

export async function readSearchState(db: Queryable, broadcastId: string): Promise<SearchState | undefined> {
  const [row] = await db.query<SearchState>(sql`
    select c.scope, c.sequence, b.last_sequence as "lastSequence", b.pruned_through as "prunedThrough"
    from broadcasts b left join search_cursors c on c.broadcast_id = b.id where b.id = ${broadcastId}`)
  return row
}

/** Creates the cursor of a broadcast, if it has none. */
export async function openSearchCursor(tx: Tx, broadcastId: string): Promise<void> {
  await tx.query(sql`
    insert into search_cursors (broadcast_id) select id from broadcasts where id = ${broadcastId}
    on conflict (broadcast_id) do nothing`)
}

/** Locks the documents of a broadcast for one transaction at a time, and the broadcast against deletion. */
export async function lockSearchCursor(tx: Tx, broadcastId: string): Promise<void> {
  await tx.query(sql`select from search_cursors where broadcast_id = ${broadcastId} for no key update`)
}

export async function moveSearchCursor(tx: Tx, broadcastId: string, sequence: number): Promise<void> {
  await tx.query(sql`update search_cursors set sequence = ${sequence} where broadcast_id = ${broadcastId}`)
}

/** The current version of a record; without a body when it is deleted. */
export interface CurrentRecord {
  kind: string
  id: string
  body: string | null
}

/** The current records of a range of the change log, and the end of the range; undefined at the end of the log. */
export async function readChangedRecords(
  tx: Tx,
  broadcastId: string,
  kinds: string[],
  stretch: { after: number; through: number; limit: number },
): Promise<{ records: CurrentRecord[]; sequence: number } | undefined> {
  const rows = await tx.query<CurrentRecord & { sequence: number }>(sql`
    select c.sequence, c.kind, c.record_id as id, r.body
    from (
      select max(sequence) as sequence, kind, record_id from (
        select sequence, kind, record_id from changes
        where broadcast_id = ${broadcastId} and sequence > ${stretch.after} and sequence <= ${stretch.through}
          and kind = any (${kinds}::text[])
        order by sequence limit ${stretch.limit}
      ) stretch group by kind, record_id
    ) c left join records r on r.broadcast_id = ${broadcastId} and r.kind = c.kind and r.id = c.record_id`)
  if (rows.length === 0) return undefined
  return { records: rows, sequence: rows.reduce((latest, row) => Math.max(latest, row.sequence), 0) }
}

/** The records of a kind in the order of their ids, after a cursor. */
export async function readRecordsAfter(
  tx: Tx,
  broadcastId: string,
  kind: string,
  afterId: string,
  limit: number,
): Promise<CurrentRecord[]> {
  return tx.query(sql`
    select kind, id, body from records
    where broadcast_id = ${broadcastId} and kind = ${kind} and id > ${afterId} order by id limit ${limit}`)
}

export interface NewDocument extends DocumentWords {
  kind: string
  recordId: string
  version: string
  locale: string
  serves: string[]
  title: string
}

export async function deleteAllDocuments(tx: Tx, broadcastId: string): Promise<void> {
  await tx.query(sql`delete from search_documents where broadcast_id = ${broadcastId}`)
}

export async function deleteDocuments(
  tx: Tx,
  broadcastId: string,
  records: { kind: string; id: string }[],
): Promise<void> {
  await tx.query(sql`
    delete from search_documents
    where broadcast_id = ${broadcastId} and ${keysSql('kind, record_id', records)}`)
}

export async function insertDocuments(
  tx: Tx,
  broadcastId: string,
  scope: number,
  documents: NewDocument[],
): Promise<void> {
  const vectors = await vectorTexts(tx, scope, documents)
  const rows = documents.map((document, place) => ({ ...document, vector: vectors[place] }))
  await insertRows(tx, 'search_documents', rows, {
    broadcast_id: ['text', () => broadcastId],
    kind: ['text', ({ kind }) => kind],
    record_id: ['text', ({ recordId }) => recordId],
    version: ['text', ({ version }) => version],
    locale: ['text', ({ locale }) => locale],
    serves: ['text', ({ serves }) => serves.join(' '), (sent) => sql`string_to_array(${sent}, ' ')`],
    title: ['text', ({ title }) => title],
    vector: ['text', ({ vector }) => vector, (sent) => sql`${sent}::tsvector`],
  })
}

/** A search: the words, the audience, and the page of results. */
export interface SearchRequest {
  words: WordQuery[]
  kinds: Kind[]
  locale: string | null
  /** The audience, when the caller may not read everything. */
  audience: Audience | undefined
  limit: number
  skip: number
}

export interface FoundDocument {
  kind: string
  record_id: string
  locale: string
  score: number
  /** The record. */
  body: string
}

export interface FoundPage {
  found: FoundDocument[]
  /** The total number of records. */
  total: number
}

/** Records with every word, one of its forms, or a word that begins with it. */
export async function findMatching(db: Queryable, broadcastId: string, request: SearchRequest): Promise<FoundPage> {
  const { words } = request
  const all = words.map(({ any }) => `(${any()})`).join(' & ')
  const score = sql`(${join(words.map(scoreSql), ' + ')}) / ${words.length}`
  return findPage(db, broadcastId, request, sql`d.vector @@ ${all}::tsquery`, score)
}

/** Records with a similar title: each word is in the record, or a similar one in the title. */
export async function findSimilar(db: Queryable, broadcastId: string, request: SearchRequest): Promise<FoundPage> {
  const { words } = request
  if (words.every(isShort)) return { found: [], total: 0 }
  const tests = words.map((one) => {
    const stands = sql`d.vector @@ ${one.any()}::tsquery`
    return isShort(one) ? stands : sql`(${stands} or word_similarity(${one.word}, d.title) >= ${likeness})`
  })
  const scores = words.map(
    ({ word }) => sql`(word_similarity(${word}, d.title) + strict_word_similarity(${word}, d.title)) / 2`,
  )
  return findPage(db, broadcastId, request, join(tests, ' and '), sql`(${join(scores, ' + ')}) / ${words.length}`)
}

/** Two transposed letters in a word of six leave this much similarity. */
const likeness = 0.42
/** For a shorter word, every second word is similar. */
const isShort = ({ word }: WordQuery) => word.length < 5

/** The document has the texts of a language, or those that are shown for want of any. */
const servesSql = (locale: string) =>
  sql`(${locale} = any (d.serves) or ('*' = any (d.serves) and ${`-${locale}`} <> all (d.serves)))`

/** Each record once, with its best document. Hidden records are excluded before anything is counted or compared. */
async function findPage(
  db: Queryable,
  broadcastId: string,
  request: SearchRequest,
  condition: Sql,
  score: Sql,
): Promise<FoundPage> {
  const { kinds, locale, audience, limit, skip } = request
  const inLocale = locale === null ? raw('') : sql` and ${servesSql(locale)}`
  const shown = audience
    ? sql` and d.locale = any (${['', ...audience.locales]}::text[]) and ${shownSql(audience)}`
    : raw('')
  const order = raw('score desc, length, record_id desc')
  const rows = await db.query<
    Omit<FoundDocument, 'body'> & { body: string | null; total: number; is_found: boolean }
  >(sql`
    with matching as (
      select d.kind, d.record_id, d.locale, nullif(char_length(d.title), 0) as length, (${score})::float8 as score
      from search_documents d
      where d.broadcast_id = ${broadcastId} and d.kind = any (${kinds.map(({ name }) => name)}::text[])${inLocale}
        and ${condition}${shown}
    ), best as (
      select distinct on (kind, record_id) * from matching order by kind, record_id, score desc, locale
    ), page as (
      select * from best order by ${order} limit ${limit} offset ${skip}
    )
    select counted.total, page.kind, page.record_id, page.locale, page.score, r.id is not null as is_found, ${boundedBody(order)}
    from (select count(*) as total from best) counted
      left join page on true
      left join records r on r.broadcast_id = ${broadcastId} and r.kind = page.kind and r.id = page.record_id
    order by ${order}`)
  const found = rows.filter(({ is_found: isFound }) => isFound)
  return { found: requireBodies(found, 'Request fewer results at once, with limit.'), total: rows[0]?.total ?? 0 }
}

/** The record is visible to the audience, and the document was built from its visible version: a text that was just removed cannot be found. */
function shownSql(audience: Audience): Sql {
  return sql`exists (
    select from records
    where records.broadcast_id = d.broadcast_id and records.kind = d.kind and records.id = d.record_id
      and records.keys ->> '_updatedAt' = d.version and ${anyVisibleSql(audience)})`
}

/** Ranked by the weight of a word's field, then by exact matches. */
function scoreSql({ exact, any }: WordQuery): Sql {
  const at = (rank: SearchRank, [itself, form]: readonly [number, number]) => sql`
    when d.vector @@ ${exact(weights[rank])}::tsquery then ${raw(String(itself))}
    when d.vector @@ ${any(weights[rank])}::tsquery then ${raw(String(form))}`
  return sql`case${at('title', [1, 0.8])}${at('summary', [0.5, 0.4])}${at('body', [0.2, 0.1])} else 0 end`
}

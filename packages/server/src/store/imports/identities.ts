import type { Queryable, Tx } from '../db.ts'
import { type Columns, insertRows, rowsSql } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'

export interface ImportKey {
  kind: string
  key: string
}

export interface Identity extends ImportKey {
  recordId: string
  gone: string | null
}

/** The keys of a source and their records, page by page. */
export async function listIdentities(
  db: Queryable,
  broadcastId: string,
  sourceId: string,
  after: ImportKey | null,
  limit: number,
): Promise<(Identity & { isThere: boolean })[]> {
  return db.query(sql`
    select i.kind, i.key, i.record_id as "recordId", i.gone, r.id is not null as "isThere"
    from import_records i left join records r on r.broadcast_id = i.broadcast_id and r.kind = i.kind and r.id = i.record_id
    where i.broadcast_id = ${broadcastId} and i.source_id = ${sourceId} and (i.kind, i.key) > (${after?.kind ?? ''}, ${after?.key ?? ''})
    order by i.kind, i.key limit ${limit}`)
}

/** The last values and the current record of some keys, as JSON texts. */
export async function findKnown(
  db: Queryable,
  broadcastId: string,
  sourceId: string,
  keys: ImportKey[],
): Promise<(Identity & { base: string; current: string | null })[]> {
  return db.query(sql`
    select i.kind, i.key, i.record_id as "recordId", i.gone, i.base::text as base, r.body::text as current
    from ${keysSql(keys)}
    join import_records i on i.broadcast_id = ${broadcastId} and i.source_id = ${sourceId} and i.kind = k.kind and i.key = k.key
    left join records r on r.broadcast_id = i.broadcast_id and r.kind = i.kind and r.id = i.record_id`)
}

/** Records that new ones of a file may be the same as, as JSON texts of pages. */
export async function* listCandidates(db: Queryable, broadcastId: string, kinds: string[]): AsyncGenerator<string> {
  for (const kind of kinds) {
    let after = ''
    for (;;) {
      const [row] = await db.query<{ json: string | null; last: string | null }>(sql`
        select json_agg(json_build_object('id', id, 'kind', kind, 'title', body -> 'title', 'start', body #> '{time,start}',
          'hostIds', body -> 'hostIds', 'key', body -> 'key') order by id)::text as json, max(id) as last
        from (select id, kind, body from records
          where broadcast_id = ${broadcastId} and kind = ${kind} and id > ${after} order by id limit ${candidatesAtOnce}) page`)
      if (!row?.json || row.last === null) break
      yield row.json
      after = row.last
    }
  }
}

const candidatesAtOnce = 500

/** Existing records that a file no longer has, and whether editorial content outside of the source refers to them. */
export async function findMissing(
  db: Queryable,
  broadcastId: string,
  sourceId: string,
  ids: string[],
  editorialKinds: string[],
): Promise<{ recordId: string; title: string | null; status: string | null; isUsed: boolean }[]> {
  return db.query(sql`
    select r.id as "recordId", left(r.body ->> 'title', 300) as title, r.body ->> 'status' as status, exists (
      select from records other
      where other.broadcast_id = ${broadcastId} and other.refs && array[r.id] and other.kind = any (${editorialKinds}::text[])
        and not exists (select from import_records i where i.broadcast_id = ${broadcastId} and i.source_id = ${sourceId}
          and i.kind = other.kind and i.record_id = other.id)
    ) as "isUsed"
    from records r where r.broadcast_id = ${broadcastId} and r.id = any (${ids}::text[])`)
}

export interface IdentityWrite extends Identity {
  base: unknown
}

export async function saveIdentities(
  tx: Tx,
  broadcastId: string,
  sourceId: string,
  writes: IdentityWrite[],
): Promise<void> {
  const columns: Columns<IdentityWrite> = {
    broadcast_id: ['text', () => broadcastId],
    source_id: ['text', () => sourceId],
    kind: ['text', ({ kind }) => kind],
    key: ['text', ({ key }) => key],
    record_id: ['text', ({ recordId }) => recordId],
    base: ['json', ({ base }) => JSON.stringify(base)],
    gone: ['text', ({ gone }) => gone],
  }
  const orReplace = raw(`on conflict (broadcast_id, source_id, kind, key) do update set
    record_id = excluded.record_id, base = excluded.base, gone = excluded.gone`)
  await insertRows(tx, 'import_records', writes, columns, orReplace)
}

/** Only how a record left the programme. */
export async function setGone(
  tx: Tx,
  broadcastId: string,
  sourceId: string,
  keys: (ImportKey & { gone: string | null })[],
): Promise<void> {
  if (keys.length === 0) return
  const rows = rowsSql('w', keys, {
    kind: ['text', ({ kind }) => kind],
    key: ['text', ({ key }) => key],
    gone: ['text', ({ gone }) => gone],
  })
  await tx.query(sql`
    update import_records i set gone = w.gone from ${rows}
    where i.broadcast_id = ${broadcastId} and i.source_id = ${sourceId} and i.kind = w.kind and i.key = w.key`)
}

/** A record has one key in a source: its former ones are deleted when people match it with another. */
export async function deleteOtherKeys(
  tx: Tx,
  broadcastId: string,
  sourceId: string,
  { kind, key, recordId }: Omit<Identity, 'gone'>,
): Promise<void> {
  await tx.query(sql`
    delete from import_records where broadcast_id = ${broadcastId} and source_id = ${sourceId} and kind = ${kind}
      and record_id = ${recordId} and key <> ${key}`)
}

/** A match of a key that is taken back. */
export async function deleteKey(
  tx: Tx,
  broadcastId: string,
  sourceId: string,
  { kind, key }: ImportKey,
): Promise<void> {
  await tx.query(sql`
    delete from import_records where broadcast_id = ${broadcastId} and source_id = ${sourceId} and kind = ${kind} and key = ${key}`)
}

export async function deleteIdentities(tx: Tx, broadcastId: string, sourceId: string): Promise<void> {
  await tx.query(sql`delete from import_records where broadcast_id = ${broadcastId} and source_id = ${sourceId}`)
}

const keysSql = (keys: ImportKey[]) =>
  rowsSql('k', keys, { kind: ['text', ({ kind }) => kind], key: ['text', ({ key }) => key] })

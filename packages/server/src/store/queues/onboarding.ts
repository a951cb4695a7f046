import type { AnyRecord, Kind } from '@marquee/model'
import type { Queryable, Tx } from '../db.ts'
import { type Columns, insertRows } from '../rows-sql.ts'
import { raw, sql } from '../sql.ts'

/** The website of a broadcast, and the result of its onboarding. */
export interface OnboardingRow {
  website: string
  job_id: string
  reason: string | null
  found: string
  started_at: Date
  ended_at: Date | null
}

export async function findOnboarding(db: Queryable, broadcastId: string): Promise<OnboardingRow | undefined> {
  const [row] = await db.query<OnboardingRow>(
    sql`select website, job_id, reason, found, started_at, ended_at from onboardings where broadcast_id = ${broadcastId}`,
  )
  return row
}

/** Records that a website will be read, and deletes what was read before. */
export async function beginOnboarding(
  tx: Tx,
  broadcastId: string,
  { website, jobId, at }: { website: string; jobId: string; at: Date },
): Promise<void> {
  await tx.query(sql`delete from onboarding_captures where broadcast_id = ${broadcastId}`)
  await tx.query(sql`
    insert into onboardings (broadcast_id, website, job_id, started_at) values (${broadcastId}, ${website}, ${jobId}, ${at})
    on conflict (broadcast_id) do update set
      website = excluded.website, job_id = excluded.job_id, started_at = excluded.started_at, reason = null, found = '{}', ended_at = null`)
}

/** Records the result, and deletes what was read. */
export async function endOnboarding(
  tx: Tx,
  broadcastId: string,
  { reason, found, at }: { reason: string | null; found?: Record<string, unknown>; at: Date },
): Promise<void> {
  await tx.query(sql`delete from onboarding_captures where broadcast_id = ${broadcastId}`)
  await tx.query(sql`
    update onboardings set reason = ${reason}, ended_at = ${at}, found = coalesce(${found ? JSON.stringify(found) : null}::json, found)
    where broadcast_id = ${broadcastId}`)
}

/** The parsed content of a file, as stored. */
export interface CaptureRow {
  what: string
  url: string
  found: string | null
}

export async function listCaptures(db: Queryable, broadcastId: string): Promise<CaptureRow[]> {
  return db.query(
    sql`select what, url, found from onboarding_captures where broadcast_id = ${broadcastId} order by place`,
  )
}

export async function insertCapture(
  tx: Tx,
  broadcastId: string,
  place: number,
  { what, url, found }: CaptureRow,
): Promise<void> {
  await tx.query(sql`
    insert into onboarding_captures (broadcast_id, place, what, url, found) values (${broadcastId}, ${place}, ${what}, ${url}, ${found}::json)`)
}

/** A record that was generated from a site, and the values written into it. */
export interface MadeRecord {
  reference: string
  kind: string
  recordId: string
  /** Digests of the values, by field. */
  written: Record<string, string>
  /** Whether it still exists. */
  isThere: boolean
}

export async function listMadeRecords(db: Queryable, broadcastId: string): Promise<MadeRecord[]> {
  const rows = await db.query<{
    reference: string
    kind: string
    record_id: string
    written: string
    there: boolean
  }>(sql`
    select m.reference, m.kind, m.record_id, m.written, r.id is not null as there
    from onboarding_records m left join records r on r.broadcast_id = m.broadcast_id and r.kind = m.kind and r.id = m.record_id
    where m.broadcast_id = ${broadcastId}`)
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    recordId: row.record_id,
    written: JSON.parse(row.written),
    isThere: row.there,
  }))
}

export async function saveMadeRecords(tx: Tx, broadcastId: string, made: Omit<MadeRecord, 'isThere'>[]): Promise<void> {
  const columns: Columns<(typeof made)[number]> = {
    broadcast_id: ['text', () => broadcastId],
    reference: ['text', ({ reference }) => reference],
    kind: ['text', ({ kind }) => kind],
    record_id: ['text', ({ recordId }) => recordId],
    written: ['jsonb', ({ written }) => JSON.stringify(written)],
  }
  const orAdd = raw(`on conflict (broadcast_id, reference) do update set
    kind = excluded.kind, record_id = excluded.record_id, written = onboarding_records.written || excluded.written`)
  await insertRows(tx, 'onboarding_records', made, columns, orAdd)
}

/** The ids of the categories of a broadcast, by key. */
export async function listCategoryKeys(db: Queryable, broadcastId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; key: string }>(
    sql`select id, keys ->> 'key' as key from records where broadcast_id = ${broadcastId} and kind = 'broadcastCategory'`,
  )
  return new Map(rows.map(({ id, key }) => [key, id]))
}

export async function findByReference(
  db: Queryable,
  broadcastId: string,
  kind: Kind,
  reference: string,
): Promise<AnyRecord | undefined> {
  const [row] = await db.query<{ body: string }>(
    sql`select body from records where broadcast_id = ${broadcastId} and kind = ${kind.name} and reference = ${reference}`,
  )
  return row && JSON.parse(row.body)
}

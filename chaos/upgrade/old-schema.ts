import type { Db, Tx } from '../../packages/server/src/store/db.ts'
import type { Migration } from '../../packages/server/src/store/migrate.ts'
import { raw, sql } from '../../packages/server/src/store/sql.ts'

export type Row = Record<string, unknown>
export type Tables = Map<string, Row[]>

/** Tables whose rows are derived, short-lived or about the schema itself. */
const leftOut = new Set(['migrations', 'rate_windows', 'search_cursors', 'search_documents', 'verifications'])
/** Filled from events since they exist; older events are not counted by subject. */
const notBackfilled = new Set(['timeline_subject_counts'])

/** All rows of a database, as JSON. */
export async function readTables(db: Db): Promise<Tables> {
  const tables: Tables = new Map()
  for (const { name } of await tablesOf(db)) {
    if (leftOut.has(name) || notBackfilled.has(name)) continue
    const rows = await db.query<{ row: string }>(sql`select row_to_json(t)::text as row from ${raw(`"${name}"`)} t`)
    tables.set(
      name,
      rows.map(({ row }) => JSON.parse(row)),
    )
  }
  return tables
}

const tablesOf = (db: Pick<Db, 'query'>) =>
  db.query<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    group by c.relname order by c.relname`)

/** The fields that migrations added to stored records. A record of an older schema does not have them. */
const added: { by: string; kind: string; fields: string[]; keys?: string[] }[] = [
  { by: '0031', kind: 'workflow', fields: ['warnings'] },
  { by: '0034', kind: 'broadcastClient', fields: ['reminderMinutes', 'quietHours'], keys: ['reminderMinutes'] },
  { by: '0036', kind: 'broadcastDiffuser', fields: ['domain'] },
  {
    by: '0039',
    kind: 'broadcastSession',
    fields: ['subtitle', 'type', 'languages', 'links', 'attachments', 'recording', 'feedbackUrl', 'guid', 'source'],
    keys: ['languages'],
  },
  { by: '0042', kind: 'broadcast', fields: ['locales'] },
  { by: '0043', kind: 'broadcastSession', fields: ['cancelled', 'movedFrom'], keys: ['cancelled'] },
  { by: '0045', kind: 'broadcast', fields: ['dates'] },
  { by: '0046', kind: 'broadcast', fields: ['localeDetails'] },
  { by: '0047', kind: 'workflow', fields: ['hookSecret', 'hookVersion'] },
  { by: '0048', kind: 'media', fields: ['crop', 'tags'], keys: ['tags'] },
  { by: '0049', kind: 'broadcastInterestPoint', fields: ['order'] },
]

/** A row of records, the change log or the trash as the version before a migration stored it. */
function older(row: Row, through: string, isRecord: boolean): Row {
  if (typeof row.body !== 'object' || row.body === null) return row
  const body: Row = { ...(row.body as Row) }
  const keys: Row = { ...(row.keys as Row) }
  for (const { by, kind, fields, keys: lookups = [] } of added) {
    if (by <= through || kind !== row.kind) continue
    for (const field of fields) delete body[field]
    for (const key of lookups) delete keys[key]
  }
  if (row.kind === 'broadcast' && through < '0029') body.revisionId ??= null
  const at = body.position as { x: number; y: number } | null
  if (isRecord && row.kind === 'broadcastInterestPoint' && through < '0030' && at) {
    body.position = { x: at.x + 0.3, y: at.y - 0.5 }
    Object.assign(keys, { 'position.x': at.x + 0.3, 'position.y': at.y - 0.5 })
  }
  return { ...row, body, ...(row.keys !== undefined && { keys }) }
}

/** Makes a database as of a migration, with rows as that version stored them. */
export async function fillOldSchema(db: Db, migrations: Migration[], tables: Tables): Promise<void> {
  const through = migrations.at(-1)?.name.slice(0, 4) ?? ''
  const old = new Map(tables)
  for (const name of ['records', 'changes', 'trash'])
    old.set(
      name,
      (tables.get(name) ?? []).map((row) => older(row, through, name === 'records')),
    )
  // Events were records like all others.
  if (through < '0024')
    old.set('records', [
      ...(old.get('records') ?? []),
      ...(tables.get('timeline') ?? []).map(({ occurred_at: _, ...row }) => row),
    ])
  await db.transaction(async (tx) => {
    await tx.script(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    for (const { name, text, checksum } of migrations) {
      await tx.script(text)
      await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
    }
    if (through >= '0024')
      for (const month of new Set((tables.get('timeline') ?? []).map((row) => String(row.occurred_at).slice(0, 7))))
        await tx.script(monthTable(month))
    // Constraints hold again at the end; rows are inserted in the order of the alphabet.
    await tx.script('set local session_replication_role = replica')
    await insertAll(tx, old)
  })
}

async function insertAll(tx: Tx, old: Tables): Promise<void> {
  for (const { name, columns } of await tablesOf(tx)) {
    const rows = old.get(name) ?? []
    if (rows.length === 0) continue
    const list = columns.map((column) => `"${column}"`).join(', ')
    await tx.query(sql`
      insert into ${raw(`"${name}"`)} (${raw(list)}) overriding system value
      select ${raw(list)} from json_populate_recordset(null::${raw(`"${name}"`)}, ${JSON.stringify(rows)}::json)`)
  }
}

function monthTable(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
  return `create table timeline_${month.replace('-', '_')} partition of timeline for values from ('${month}-01 00:00:00+00') to ('${next} 00:00:00+00')`
}

/** Differences of the stored content: records with their keys and references, events, counts, accounts, keys, addresses. */
export function differences(expected: Tables, found: Tables, through: string): string[] {
  const compared = [
    'records',
    'timeline',
    'timeline_counts',
    'users',
    'memberships',
    'api_keys',
    'media_files',
    'addresses',
  ]
  return compared.flatMap((table) => {
    const [one, other] = [expected, found].map((tables) => new Set((tables.get(table) ?? []).map(textOf(table))))
    const missing = [...(one ?? [])].filter((text) => !other?.has(text))
    const extra = [...(other ?? [])].filter((text) => !one?.has(text))
    return [...missing, ...extra].map((text) => `${through} ${table}: ${text}`)
  })
}

/** Counts are added up over slots; the last use of a key and the reservation of an address are not content. */
const notCompared: Record<string, Row> = {
  timeline_counts: { slot: 0 },
  api_keys: { last_used_at: null },
  addresses: { reserved_at: null, reserved_by: null },
}
const textOf = (table: string) => (row: Row) => sorted({ ...row, ...notCompared[table] })

/** JSON with sorted members: migrations append fields, which clients do not notice. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}

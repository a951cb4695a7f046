import { randomBytes } from 'node:crypto'
import { type BenchDatabase, runStatements } from './database.ts'

/**
 * The rows of a new event - the record, the counters of the broadcast, the change - written by `pg` alone to the same
 * broadcast. All three are one statement, and so one transaction and one round trip: the fastest way.
 */
export async function plainWrites(
  database: BenchDatabase,
  broadcastId: string,
  connections: number,
): Promise<(durationMs: number) => Promise<{ perSecond: number }>> {
  const [model] = await database.query<ModelRow>(
    `select r.id, r.kind, r.body, r.keys, c.fields, c.event_types, c.actor
     from records r join changes c on c.broadcast_id = r.broadcast_id and c.record_id = r.id
     where r.broadcast_id = $1 and r.kind = 'broadcastSession' order by r.id desc limit 1`,
    [broadcastId],
  )
  if (!model) throw new Error('there is no event to copy')
  const pool = database.pool(connections)
  const next = () => {
    const id = newId()
    const body = model.body.replaceAll(model.id, id)
    return {
      name: 'plain write',
      text: writeText,
      values: [broadcastId, model.kind, id, body, model.keys, model.fields, model.event_types, model.actor],
    }
  }
  return (durationMs) => runStatements(pool, { atOnce: connections, durationMs }, next)
}

interface ModelRow {
  id: string
  kind: string
  body: string
  keys: string
  fields: string
  event_types: string
  actor: string
}

const writeText = `
  with record as (
    insert into records (broadcast_id, kind, id, body, keys) values ($1, $2, $3, $4, $5)
  ), counter as (
    update broadcasts set last_sequence = last_sequence + 1,
      counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::bigint, 0) + 1)
    where id = $1 returning last_sequence
  )
  insert into changes (broadcast_id, sequence, kind, record_id, operation, body, fields, event_types, actor, at)
  select $1, last_sequence, $2, $3, 'create', $4, $6, $7, $8, now() from counter`

const newId = () =>
  Math.floor(Date.now() / 1_000)
    .toString(16)
    .padStart(8, '0') + randomBytes(8).toString('hex')

import { sql } from '../../src/store/sql.ts'
import type { TestService } from './service.ts'

/** A row of the change log as stored in the database. */
export interface ChangeRow {
  sequence: number
  kind: string
  record_id: string
  operation: string
  fields: string[]
  event_types: string[]
}

/** The change log of a broadcast after a sequence number, without the filters of the API. */
export async function changeRows(service: TestService, broadcastId: string, since = 0): Promise<ChangeRow[]> {
  return service.platform.db.query(sql`
    select sequence, kind, record_id, operation, fields, event_types from changes
    where broadcast_id = ${broadcastId} and sequence > ${since} order by sequence`)
}

/** The last sequence number of a broadcast. */
export async function lastSequence(service: TestService, broadcastId: string): Promise<number> {
  const [row] = await service.platform.db.query<{ last_sequence: number }>(
    sql`select last_sequence from broadcasts where id = ${broadcastId}`,
  )
  if (!row) throw new Error('the broadcast does not exist')
  return row.last_sequence
}

/** The rows that some work appended to the change log: kind, operation, fields and events of each, sorted. */
export async function loggedBy(
  service: TestService,
  broadcastId: string,
  work: () => Promise<unknown>,
): Promise<ChangeRow[]> {
  const since = await lastSequence(service, broadcastId)
  await work()
  return changeRows(service, broadcastId, since)
}

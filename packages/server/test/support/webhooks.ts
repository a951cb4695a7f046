import assert from 'node:assert/strict'
import { sql } from '../../src/store/sql.ts'
import { changeRows } from './change-rows.ts'
import type { Received, Receiver } from './receiver.ts'
import type { TestService, TestTenant } from './service.ts'
import { until } from './until.ts'

/** Options that allow a service to call receivers on this machine. */
export const localReceivers = { MARQUEE_OUTBOUND_ALLOW: '127.0.0.1', MARQUEE_OUTBOUND_ALLOW_HTTP: 'true' }

/** A webhook of a tenant, with its own path at a receiver. */
export interface Hook {
  id: string
  path: string
  /** The path of its routes. */
  at: string
  url: string
}

/** Registers a webhook with its own path at the receiver. */
export async function follow(
  tenant: TestTenant,
  receiver: Receiver,
  options: { events?: string[]; secret?: string; path?: string } = {},
): Promise<Hook> {
  const path = `/${options.path ?? `hook-${++hooks}`}`
  const { events = ['*'], secret } = options
  const url = receiver.url + path
  const reply = await tenant.api('POST', '/v1/webhooks', { url, events, ...(secret && { secret }) })
  assert.equal(reply.status, 201, reply.text)
  return { id: reply.body.id, path, at: `/v1/webhooks/${reply.body.id}`, url }
}

let hooks = 0

/** Waits until every change of a broadcast has been relayed and no delivery is due or in progress. */
export async function settled(service: TestService, { broadcastId }: TestTenant): Promise<void> {
  const isSettled = async () => {
    const [row] = await service.platform.db.query<{ is_settled: boolean; due_at: Date | null }>(sql`
      select b.last_sequence = c.sequence and d.is_trying is not true as is_settled, d.due_at
      from broadcasts b join relay_cursors c on c.broadcast_id = b.id, lateral (
        select bool_or(lease_until > now()) as is_trying, min(next_at) as due_at
        from deliveries where broadcast_id = b.id and status = 'pending'
      ) d where b.id = ${broadcastId}`)
    // The clock is read last: a delivery that was created during the query counts as due.
    return row?.is_settled === true && !(row.due_at && row.due_at.getTime() <= service.clock.now())
  }
  await until(isSettled, 'rest')
}

/** Asserts that a webhook subscribed to everything received every change after a sequence number exactly once, and returns the events in that order. */
export async function assertTold(
  service: TestService,
  tenant: TestTenant,
  came: Received[],
  since: number,
): Promise<Received[]> {
  const rows = await changeRows(service, tenant.broadcastId, since)
  const expected = rows.flatMap(({ sequence, event_types: types }) => types.map((type) => `${sequence} ${type}`))
  const place = ({ event }: Received) => expected.indexOf(`${event.sequence} ${event.type}`)
  const sorted = came.toSorted((one, other) => place(one) - place(other))
  assert.deepEqual(
    sorted.map(({ event }) => `${event.sequence} ${event.type}`),
    expected,
  )
  return sorted
}

/** The deliveries of a webhook from the API, oldest first, each with its attempts. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function deliveryLog(tenant: TestTenant, hook: Hook): Promise<any[]> {
  const { status, body, text } = await tenant.api('GET', `${hook.at}/deliveries?limit=200`)
  assert.equal(status, 200, text)
  const whole = await Promise.all(
    body.data.map(async ({ id }: { id: string }) => (await tenant.api('GET', `${hook.at}/deliveries/${id}`)).body),
  )
  return whole.reverse()
}

import assert from 'node:assert/strict'
import { sql } from '../../src/store/sql.ts'
import type { Pushed, PushService } from '../support/push-service.ts'
import type { TestService, TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

/** A public broadcast with sessions and subscribed browsers, on a Friday at noon. Times are UTC. */
export interface Visitors {
  tenant: TestTenant
  /** The instant of a time on that Friday (`21:00`), or on a later day. */
  at(time: string, daysLater?: number): string
  session(body: object): Promise<string>
  change(id: string, body: object): Promise<void>
  /** Registers a browser, and returns the id of its client. */
  visitor(browser: string, body: object): Promise<string>
  write(method: string, path: string, body?: object): Promise<Written>
  /** Advances the clock to a time, and waits until all that is due then was sent. */
  until(time: string, daysLater?: number): Promise<void>
  /** Waits until every change was followed, and all that is due was sent. */
  settled(): Promise<void>
  /** The received messages of this broadcast: browser, type and text. */
  received(): string[]
  messages(): Pushed[]
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Written = any

export async function newVisitors(service: TestService, push: PushService): Promise<Visitors> {
  const tenant = await service.newTenant()
  const friday = nextFriday(service.clock.now())
  const at = (time: string, daysLater = 0) =>
    new Date(Date.parse(`${friday}T${time}:00.000Z`) + daysLater * 86_400_000).toISOString()
  service.clock.advance(Date.parse(at('12:00')) - service.clock.now())

  const write = async (method: string, path: string, body?: object) => {
    const reply = await tenant.api(method, `${tenant.path}${path}`, body)
    assert(reply.status < 300, reply.text)
    return reply.body
  }
  const settled = () => until(() => isSettled(service, tenant.broadcastId), 'all that is due was sent')
  const messages = () => push.pushed.filter(({ payload }) => payload.broadcast_id === tenant.broadcastId)
  return {
    tenant,
    at,
    write,
    messages,
    session: async (body) =>
      (await write('POST', '/broadcastSessions', { title: 'Lune', status: 'published', ...body }))._id,
    change: (id, body) => write('PATCH', `/broadcastSessions/${id}`, body),
    visitor: async (browser, body) => {
      const pushSubscription = push.subscribe(`${tenant.broadcastId}/${browser}`)
      return (await write('POST', '/broadcastClients', { pushSubscription, ...body }))._id
    },
    async until(time, daysLater) {
      await settled()
      service.clock.advance(Date.parse(at(time, daysLater)) - service.clock.now())
      await settled()
    },
    settled,
    received: () =>
      messages()
        .map(({ browser, payload: { type, body } }) => `${browser.split('/')[1]} ${type}: ${body}`)
        .sort(),
  }
}

async function isSettled(service: TestService, broadcastId: string): Promise<boolean> {
  const now = new Date(service.clock.now())
  const rows = await service.platform.db.query(sql`
    select from reminder_cursors c join broadcasts b on b.id = c.broadcast_id
    where c.broadcast_id = ${broadcastId} and b.last_sequence > c.sequence
    union all
    select from reminder_leases where broadcast_id = ${broadcastId} and (due_at <= ${now} or lease_token is not null)`)
  return rows.length === 0
}

/** At least a day ahead, so that the clock only advances. */
function nextFriday(nowMs: number): string {
  for (let dayMs = nowMs + 86_400_000; ; dayMs += 86_400_000) {
    const day = new Date(dayMs)
    if (day.getUTCDay() === 5) return day.toISOString().slice(0, 10)
  }
}

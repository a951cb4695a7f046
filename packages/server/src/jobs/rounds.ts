import type { Clock } from '../base/clock.ts'
import { createRoundRobin } from '../base/round-robin.ts'
import {
  hastenTickets,
  lingerSeconds,
  raiseMissing,
  settleTicket,
  type Ticket,
  takeTickets,
} from '../store/control/tickets.ts'
import type { Db } from '../store/db.ts'
import { type DueWork, findDueWork, listWithWork } from '../store/queues/due-work.ts'
import type { Tickets } from '../store/tickets.ts'
import { every } from './every.ts'

/** A queue. It looks for work in a broadcast when it is woken for it. */
export interface Queue {
  wake(broadcastId: string): void
}

export type Queues = Record<keyof DueWork, Queue>

export interface RoundParts {
  db: Db
  control: Db<'control'>
  tickets: Tickets
  clock: Clock
  queues: Queues
  onError(error: unknown): void
}

export interface Rounds {
  /** Another node may have ended without a notification of the work that it added. */
  hasten(): Promise<void>
  /** Raises missing tickets. Tickets are raised before work, so that only a restored database lacks some. */
  patrol(): Promise<void>
  stop(): Promise<void>
}

/**
 * Looks at broadcasts whose ticket is due, and at those in which this process has just left work, and wakes the queues that have
 * something due. Which node looks does not matter: what a queue takes, it leases or locks in the broadcast itself.
 */
export function startRounds({ db, control, tickets, clock, queues, onError }: RoundParts): Rounds {
  const names = Object.keys(queues) as (keyof DueWork)[]
  const told = new Set<string>()
  tickets.onTold((broadcastId) => told.add(broadcastId))

  /** Returns when the next work is due: now, if some was. */
  const look = async (broadcastId: string): Promise<number | null> => {
    const now = new Date(clock.now())
    const due = await findDueWork(db, broadcastId, now)
    const times = names.flatMap((name) => {
      const at = due?.[name] ?? null
      if (at !== null && at <= now.getTime()) queues[name].wake(broadcastId)
      return at ?? []
    })
    return times.length === 0 ? null : Math.min(...times)
  }
  const held = new Map<string, Ticket>()
  const looks = createRoundRobin({
    async serve(broadcastId) {
      const ticket = held.get(broadcastId)
      held.delete(broadcastId)
      const next = await look(broadcastId)
      if (!ticket) return false
      const nowMs = clock.now()
      const at = next === null ? null : new Date(Math.max(next, nowMs + againMs))
      await settleTicket(control, ticket, { at, lingerUntil: new Date(nowMs + lingerSeconds * 1_000) })
      return false
    },
    onError,
  })
  const round = async () => {
    for (const broadcastId of told) looks.wake(broadcastId)
    told.clear()
    const nowMs = clock.now()
    const due = await takeTickets(control, new Date(nowMs), new Date(nowMs + againMs), most)
    for (const ticket of due) {
      held.set(ticket.broadcast_id, ticket)
      looks.wake(ticket.broadcast_id)
    }
  }
  const hasten = () => hastenTickets(control)
  const patrol = async () => {
    const broadcastIds = await listWithWork(db)
    if (broadcastIds.length > 0) await raiseMissing(control, broadcastIds)
  }
  const started = hasten().then(patrol).catch(onError)
  const rounds = every(roundMs, round, onError)
  return {
    hasten,
    patrol,
    async stop() {
      await started
      await rounds.stop()
      await looks.stop()
    },
  }
}

const roundMs = 500
/** A broadcast whose work was not taken, because nodes are busy, is looked at again after this time. */
const againMs = 1_000
/** At most so many broadcasts in one round. */
const most = 200

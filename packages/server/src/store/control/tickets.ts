import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'
import type { Tickets } from '../tickets.ts'

type Control = Queryable<'control'>

/** A ticket outlives its last look for longer than a raise is remembered here, so that steady writing raises few. */
export function createTickets(control: Control): Tickets {
  const raised = new Map<string, { untilMs: number; done: Promise<void> }>()
  let listener: (broadcastId: string) => void = () => {}

  const forgetOld = (nowMs: number) => {
    for (const [broadcastId, { untilMs }] of raised) {
      if (untilMs > nowMs) return
      raised.delete(broadcastId)
    }
  }
  return {
    raise(broadcastId) {
      const nowMs = performance.now()
      forgetOld(nowMs)
      const known = raised.get(broadcastId)
      if (known) return known.done
      const done = raiseTicket(control, broadcastId).catch((error: unknown) => {
        raised.delete(broadcastId)
        throw error
      })
      raised.set(broadcastId, { untilMs: nowMs + memoSeconds * 1_000, done })
      return done
    },
    told: (broadcastId) => listener(broadcastId),
    onTold(next) {
      listener = next
    },
  }
}

/** There may be work in a broadcast from now on. */
export async function raiseTicket(control: Control, broadcastId: string): Promise<void> {
  await control.query(sql`
    insert into tickets (broadcast_id, due_at) values (${broadcastId}, ${atOnce})
    on conflict (broadcast_id) do update set due_at = excluded.due_at, raised_at = now(), raises = tickets.raises + 1`)
}

/** Raises tickets of broadcasts that have none. */
export async function raiseMissing(control: Control, broadcastIds: string[]): Promise<void> {
  await control.query(sql`
    insert into tickets (broadcast_id, due_at) select id, ${atOnce} from unnest(${broadcastIds}::text[]) as id
    on conflict (broadcast_id) do nothing`)
}

/** Tickets that were raised lately are due: a node that would have looked at them may have died. */
export async function hastenTickets(control: Control): Promise<void> {
  await control.query(
    sql`update tickets set due_at = ${atOnce} where due_at > ${atOnce} and raised_at > now() - interval '1 minute'`,
  )
}

export interface Ticket {
  broadcast_id: string
  raises: number
}

/** Takes due tickets, the longest overdue first. They are due again at `until`, unless they are settled before. */
export async function takeTickets(control: Control, now: Date, until: Date, limit: number): Promise<Ticket[]> {
  return control.query(sql`
    with due as materialized (
      select broadcast_id from tickets where due_at <= ${now} order by due_at limit ${limit} for update skip locked
    )
    update tickets t set due_at = ${until} from due where t.broadcast_id = due.broadcast_id returning t.broadcast_id, t.raises`)
}

/**
 * Sets when a broadcast is looked at next, or deletes its ticket. One that was raised lately stays and is due by `lingerUntil`: the
 * write that it was raised for may not be committed yet, and others within `memoSeconds` rely on it.
 */
export async function settleTicket(
  control: Control,
  { broadcast_id: broadcastId, raises }: Ticket,
  next: { at: Date | null; lingerUntil: Date },
): Promise<void> {
  await control.query(sql`
    with gone as (
      delete from tickets
      where broadcast_id = ${broadcastId} and raises = ${raises} and ${next.at}::timestamptz is null
        and raised_at <= now() - ${lingerSeconds} * interval '1 second'
    )
    update tickets set due_at = case when raised_at <= now() - ${lingerSeconds} * interval '1 second' then ${next.at}
      else least(${next.at}::timestamptz, ${next.lingerUntil}) end
    where broadcast_id = ${broadcastId} and raises = ${raises}
      and (${next.at}::timestamptz is not null or raised_at > now() - ${lingerSeconds} * interval '1 second')`)
}

/** Due by every clock. */
const atOnce = new Date(0)
/** For so long a process does not raise a ticket again. */
export const memoSeconds = 5
/** Longer than that, and a commit. */
export const lingerSeconds = 12

import { broadcastKinds } from '@marquee/model'
import { type Clock, isoNow } from '../base/clock.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import { appendAccountAudit } from '../store/control/account-audit.ts'
import { countLiveKeys } from '../store/control/api-keys.ts'
import { findBroadcastsOf, markLeaving, unlist } from '../store/control/directory.ts'
import type { Db } from '../store/db.ts'
import { bulkMs } from '../store/limits.ts'
import type { Notifications } from '../store/notifications.ts'
import { deleteBroadcast, listMemberships, readUsage } from '../store/records/broadcasts.ts'
import { type Quotas, quotaOf } from './content.ts'

/** Broadcasts as a whole. */
export interface Broadcasts {
  /** The broadcasts of which a person is a member, each with its owner and the role of the person. */
  list(personId: string): Promise<Record<string, unknown>[]>
  remove(tenant: Tenant, actor: Actor): Promise<void>
  usage(broadcastId: string): Promise<BroadcastUsage>
}

export interface BroadcastUsage {
  plan: 'free' | 'pro'
  sequence: number
  records: Record<string, { used: number; limit: number | null }>
  webhooks: number
  keys: number
}

export function createBroadcasts(parts: {
  db: Db
  control: Db<'control'>
  clock: Clock
  notifications: Notifications
  quotas: Quotas
}): Broadcasts {
  const { db, control, clock, notifications, quotas } = parts
  return {
    async list(personId) {
      const mine = await listMemberships(db, await findBroadcastsOf(control, personId), personId)
      return mine.map(({ body, user_id: userId, role, plan, sequence }) => ({
        ...JSON.parse(body),
        _access: { userId, role, plan, sequence },
      }))
    },
    async remove({ broadcastId, userId }, actor) {
      await control.transaction(async (tx) => {
        await markLeaving(tx, broadcastId, new Date(clock.now()))
        const entry = { action: 'broadcast.deleted', broadcastId, userId, actor, at: isoNow(clock) }
        await appendAccountAudit(tx, entry)
      })
      notifications.publish({ type: 'access' })
      // From here on `jobs/tidy-control.ts` goes on after a crash.
      await db.withLimit(bulkMs).transaction((tx) => deleteBroadcast(tx, broadcastId))
      notifications.publish({ type: 'gone', broadcastId })
      await unlist(control, broadcastId)
    },
    async usage(broadcastId) {
      const [usage, keys] = await Promise.all([
        readUsage(db, broadcastId, uncountedKinds),
        countLiveKeys(control, broadcastId, new Date(clock.now())),
      ])
      const { plan, sequence, webhooks, counts } = usage
      const records = Object.fromEntries(
        broadcastKinds.map((kind) => {
          const limit = kind.logging === 'logged' ? quotaOf(quotas, kind) : null
          return [kind.name, { used: counts[kind.name] ?? 0, limit }]
        }),
      )
      return { plan, sequence, records, webhooks, keys }
    },
  }
}

/** Writes of these kinds update no counter, so their records are counted when the usage is read. */
const uncountedKinds = broadcastKinds
  .filter(({ logging, timeline }) => logging === 'unlogged' && !timeline)
  .map(({ name }) => name)

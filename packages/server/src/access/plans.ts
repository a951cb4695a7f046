import { type Clock, isoNow } from '../base/clock.ts'
import type { Actor } from '../store/changes/changes.ts'
import { appendAccountAudit } from '../store/control/account-audit.ts'
import { type Plan, setPlan } from '../store/control/accounts.ts'
import { findOwned } from '../store/control/directory.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { setBroadcastPlan } from '../store/records/broadcasts.ts'

/** Changes the plan of an account, and then that of its broadcasts. After a crash in between, `jobs/tidy-control.ts` goes on. */
export async function changePlan(
  parts: { db: Db; control: Db<'control'>; clock: Clock; notifications: Notifications },
  userId: string,
  plan: Plan,
  actor: Actor,
): Promise<void> {
  const { db, control, clock, notifications } = parts
  await control.transaction(async (tx) => {
    await setPlan(tx, userId, plan)
    await appendAccountAudit(tx, { action: 'plan.set', userId, actor, details: { plan }, at: isoNow(clock) })
  })
  for (const broadcastId of await findOwned(control, userId)) await setBroadcastPlan(db, broadcastId, plan)
  notifications.publish({ type: 'access' })
}

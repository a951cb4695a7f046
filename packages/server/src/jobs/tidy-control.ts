import type { Clock } from '../base/clock.ts'
import { pruneAccountAudit } from '../store/control/account-audit.ts'
import { pruneAccountRequests } from '../store/control/account-requests.ts'
import { findDoubtful, unlist } from '../store/control/directory.ts'
import { pruneRateWindows } from '../store/control/rate-windows.ts'
import type { Db } from '../store/db.ts'
import { deleteBroadcast, findExisting, setBroadcastPlan } from '../store/records/broadcasts.ts'

interface ControlParts {
  db: Db
  control: Db<'control'>
  clock: Clock
}

/** Deletes what is past the retention period in the control plane, and makes its directory agree with the content. */
export async function tidyControl(parts: ControlParts, auditKeptDays: number): Promise<void> {
  const daysAgo = (days: number) => new Date(parts.clock.now() - days * dayMs)
  await parts.control.transaction(async (tx) => {
    await pruneAccountRequests(tx, daysAgo(1))
    await pruneAccountAudit(tx, daysAgo(auditKeptDays))
    await pruneRateWindows(tx, daysAgo(1).getTime())
  })
  await tidyDirectory(parts)
}

/**
 * After a crash between the planes: ends deletions that began, removes broadcasts that were listed and never created, and copies the
 * plan of the owner. Doing it twice does no harm.
 */
async function tidyDirectory({ db, control, clock }: ControlParts): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms)
  const settled = { createdBefore: ago(creationMs), leftBefore: ago(deletionMs) }
  for (let after = ''; ; ) {
    const page = await findDoubtful(control, { after, ...settled, limit: pageSize })
    const existing = await findExisting(
      db,
      page.map(({ id }) => id),
    )
    for (const { id, isLeaving, plan } of page) {
      if (isLeaving && existing.has(id)) await db.transaction((tx) => deleteBroadcast(tx, id))
      if (isLeaving || !existing.has(id)) await unlist(control, id)
      else await setBroadcastPlan(db, id, plan)
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

/** A creation and a deletion take less; that of a large archive may take long. */
const creationMs = 86_400_000
const deletionMs = 600_000
const pageSize = 500
const dayMs = 86_400_000

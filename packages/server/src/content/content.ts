import { type AnyRecord, type Kind, kinds, oncePerKind } from '@marquee/model'
import { type Clock, isoOf } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Vault } from '../base/vault.ts'
import { ChangeLog, type KeepOptions } from '../store/changes/change-log.ts'
import type { Actor, Change } from '../store/changes/changes.ts'
import { findPlan } from '../store/control/accounts.ts'
import { listBroadcast } from '../store/control/directory.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Memory } from '../store/memory/memory.ts'
import { allAreas, type Notifications } from '../store/notifications.ts'
import { insertBroadcast, insertMembership } from '../store/records/broadcasts.ts'
import type { Timeline } from '../store/records/timeline.ts'
import { followUnconfirmed } from '../store/unconfirmed.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import { createRecord } from './create-record.ts'
import { createSite } from './new-site.ts'
import { createReading, type Reading } from './reading.ts'
import type { Renderer } from './rendering.ts'
import { ruleOf } from './rules/index.ts'
import type { CheckWorkflow, Copying, Writing } from './writing.ts'

export interface Quotas {
  recordsPerKind: number
  /** Limits of single kinds. */
  byKind: Record<string, number>
}

export const quotaOf = (quotas: Quotas, kind: Kind) => quotas.byKind[kind.name] ?? quotas.recordsPerKind

export interface Content extends Reading {
  /** Runs writes to one broadcast in one transaction and logs their changes. Content is written only through this. */
  write<T>(tenant: Tenant, actor: Actor, work: (writing: Writing) => Promise<T>, changing?: Changing): Promise<T>
  /** The same within a transaction that is already open. */
  writeIn<T>(
    tx: Tx,
    tenant: Tenant,
    actor: Actor,
    work: (writing: Writing) => Promise<T>,
    copying?: Copying,
  ): Promise<T>
  /** A dry run: runs the writes, returns what they would change, and rolls back. */
  rehearse(
    tenant: Tenant,
    actor: Actor,
    work: (writing: Writing) => Promise<Record<string, unknown> | null>,
  ): Promise<Rehearsal>
  /** Creates an empty broadcast with its owner as first member. */
  createBroadcast(
    tx: Tx,
    owner: { id: string; email: string },
    body: unknown,
    actor: Actor,
    options?: NewBroadcast,
  ): Promise<AnyRecord>
}

/** The record that a write will change, so that it is read together with those of other writes. */
export interface Changing {
  kind: Kind
  id: string
}

export interface NewBroadcast {
  /** Fields that only the service sets. */
  service?: Record<string, unknown>
  /** Whether it gets a published website with a slug, so that it has an address at once. */
  hasSite?: boolean
  /** Its id, when it is a copy with the id of the original. */
  id?: string
  copying?: Copying
}

/** The write queue of a kind. Appends update no counter of the broadcast, so they do not queue with editors. */
export const queueOf = (kind: Kind, broadcastId: string) =>
  kind.timeline ? `${broadcastId}/${kind.name}` : broadcastId

export interface Rehearsal {
  record: Record<string, unknown> | null
  changes: readonly Change[]
}

export function createContent({
  db,
  control,
  writeQueue,
  clock,
  vault,
  notifications,
  quotas,
  timeline,
  renderer,
  memory,
  findNextDue,
  checkWorkflow,
  isHttpAllowed,
  refusalOf,
  serviceHost,
  trashDays,
}: {
  db: Db
  control: Db<'control'>
  writeQueue: WriteQueue
  clock: Clock
  vault: Vault
  notifications: Notifications
  quotas: Quotas
  timeline: Timeline
  renderer: Renderer
  memory: Memory
  /** When the next record becomes visible by the clock alone. */
  findNextDue(broadcastId: string, after: Date): Promise<Date | undefined>
  checkWorkflow: CheckWorkflow
  isHttpAllowed: boolean
  refusalOf: Writing['refusalOf']
  serviceHost: string
  trashDays: number
}): Content {
  const announced = announcements({ db, notifications, quotas })

  const writeIn: Content['writeIn'] = (tx, tenant, actor, work, copying) => {
    const nowMs = clock.now()
    const { broadcastId } = tenant
    return ChangeLog.keep(
      tx,
      broadcastId,
      { actor, at: isoOf(nowMs) },
      (log) =>
        work({
          tx,
          control,
          vault,
          ...tenant,
          actor,
          nowMs,
          checkWorkflow,
          timeline,
          rendering: renderer.inBackground(broadcastId),
          isHttpAllowed,
          refusalOf,
          serviceHost,
          trashDays,
          copying,
          log,
        }),
      { ...announced, limitOf: (kind) => quotaOf(quotas, kind) },
    )
  }

  return {
    ...createReading({ db, clock, memory, renderer, findNextDue }),
    write: (tenant, actor, work, changing) =>
      writeQueue.write(
        tenant.broadcastId,
        (tx) => writeIn(tx, tenant, actor, work),
        changing && { target: targetOf(tenant.broadcastId, changing) },
      ),
    writeIn,
    async rehearse(tenant, actor, work) {
      const rollback = new Error('rehearsed')
      let rehearsal: Rehearsal = { record: null, changes: [] }
      const rehearsing = db.transaction(async (tx) => {
        await writeIn(tx, tenant, actor, async (writing) => {
          rehearsal = { record: await work(writing), changes: writing.log.changes }
        })
        await tx.flush()
        throw rollback
      })
      await rehearsing.catch((error: unknown) => {
        if (error !== rollback) throw error
      })
      return rehearsal
    },
    async createBroadcast(tx, owner, body, actor, options = {}) {
      const nowMs = clock.now()
      const { service = {}, hasSite = false, id = newObjectId(nowMs), copying } = options
      const at = new Date(nowMs)
      const plan = await findPlan(control, owner.id)
      await insertBroadcast(tx, { id, userId: owner.id, plan, at: at.toISOString() })
      // Once nothing refuses it any more, and before it exists. One that is not committed is unlisted by `jobs/tidy-control.ts`.
      tx.beforeCommit(() => listBroadcast(control, id, owner.id, at))
      const create = async (writing: Writing) => {
        const record = await createRecord(writing, kinds.broadcast, body, { id, service })
        const member = await createRecord(
          writing,
          kinds.broadcastMember,
          { email: owner.email, role: 'owner' },
          { service: { status: 'active' } },
        )
        await insertMembership(tx, id, owner.id, member._id)
        if (hasSite) await createSite(writing, record)
        return record
      }
      return writeIn(tx, { broadcastId: id, userId: owner.id }, actor, create, copying)
    },
  }
}

const targetOf = (broadcastId: string, { kind, id }: Changing) => ({
  broadcastId,
  kind: kind.name,
  id,
  // Cached bodies come without secrets.
  isOptimistic: ruleOf(kind).isSelfContained === true && !hasSecrets(kind),
})

const hasSecrets = oncePerKind((kind) => Object.values(kind.fields).some(({ secret }) => secret !== undefined))

/** Tells all nodes what was written. */
function announcements({
  db,
  notifications,
  quotas,
}: {
  db: Db
  notifications: Notifications
  quotas: Quotas
}): Pick<KeepOptions, 'onAppended' | 'onUnconfirmed'> {
  return {
    onAppended({ tx, broadcastId, changes, counters: { sequence, counts } }) {
      requireRoom(changes, counts, quotas)
      const areas = [...new Set(changes.map(({ kind }) => kind.area))]
      tx.afterCommit(() => notifications.publish({ type: 'changes', broadcastId, sequence, areas }))
      if (areas.includes('members')) tx.afterCommit(() => notifications.publish({ type: 'access' }))
    },
    onUnconfirmed(broadcastId) {
      notifications.tell({ type: 'gap' })
      void followUnconfirmed(db, broadcastId, (sequence) => {
        notifications.publish({ type: 'changes', broadcastId, sequence, areas: allAreas })
        notifications.publish({ type: 'access' })
      })
    },
  }
}

function requireRoom(changes: readonly Change[], counts: Record<string, number>, quotas: Quotas): void {
  for (const { kind, operation } of changes) {
    const limit = quotaOf(quotas, kind)
    if (operation === 'create' && (counts[kind.name] ?? 0) > limit) {
      throw new AppError('quota_exceeded', `A broadcast can have at most ${limit} ${kind.plural}.`)
    }
  }
}

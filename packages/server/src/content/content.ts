import { type AnyRecord, type Kind, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import type { JsonText } from '../base/json-text.ts'
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
import { pointOf, readRecordAsOf } from './as-of.ts'
import { createRecord } from './create-record.ts'
import { createSite } from './new-site.ts'
import type { FindHidden } from './public-view.ts'
import { type ListRequest, type ReadOptions, readList, readRecord, type ShownPage, show } from './read.ts'
import { type Form, findHiddenIds, findPage, findRow, type RememberedPage, textsOf } from './remembered.ts'
import type { Renderer, Rendering } from './rendering.ts'
import type { CheckWorkflow, Copying, Writing } from './writing.ts'

export interface Quotas {
  recordsPerKind: number
  /** Limits of single kinds. */
  byKind: Record<string, number>
}

export const quotaOf = (quotas: Quotas, kind: Kind) => quotas.byKind[kind.name] ?? quotas.recordsPerKind

export interface Content {
  read(broadcastId: string, kind: Kind, id: string, options?: ReadOptions): Promise<string>
  list(broadcastId: string, kind: Kind, request: ListRequest, options?: ReadOptions): Promise<ShownPage>
  /** A record and a list in a form of their own. */
  readAs(broadcastId: string, kind: Kind, id: string, form: Form): Promise<JsonText>
  listAs(broadcastId: string, kind: Kind, request: ListRequest, form: Form): Promise<ShownPage>
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

  const writeIn: Content['writeIn'] = async (tx, tenant, actor, work, copying) => {
    const nowMs = clock.now()
    const { broadcastId } = tenant
    return ChangeLog.keep(
      tx,
      broadcastId,
      { actor, at: new Date(nowMs).toISOString() },
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

  /** Records in memory as they are asked for. What visitors see of a record is made once. */
  const shownTexts = async (page: RememberedPage, kind: Kind, options: ReadOptions): Promise<JsonText[]> => {
    const { broadcastId, rows } = page
    const { audience, locale, fields, expand } = options
    if (!audience && !locale && !fields && !expand) return rows.map(({ body }) => body)
    const findHidden: FindHidden = (ids, seenBy) => findHiddenIds({ db, memory }, broadcastId, kind, ids, seenBy)
    const shown = (rendering: Rendering, some: string[]) =>
      show(db, rendering, kind, some, { ...options, ...(audience && { findHidden }) })
    if (!audience || audience.withDrafts || fields || expand)
      return renderer.render(broadcastId, (rendering) =>
        shown(
          rendering,
          rows.map(({ body }) => String(body)),
        ),
      )
    const due = await findNextDue(broadcastId, audience.at)
    const form = { name: `public ${locale ?? ''}`, untilMs: due?.getTime() ?? Number.POSITIVE_INFINITY, show: shown }
    return textsOf({ memory, renderer }, page, form)
  }
  const pageOf = ({ rows, total, hasMore, sequence, table }: RememberedPage, bodies: JsonText[]): ShownPage => {
    const nextStartId = hasMore ? (rows.at(-1)?.id ?? null) : null
    return { bodies, total, hasMore, sequence, nextStartId, isRemembered: table.hasBodies }
  }

  return {
    async read(broadcastId, kind, id, options = {}) {
      const { at, audience } = options
      if (at !== undefined)
        return renderer.render(broadcastId, async (rendering) => {
          const point = await pointOf(db, broadcastId, at, clock.now())
          return readRecordAsOf(db, rendering, kind, id, point, options)
        })
      const found = await findRow(memory, broadcastId, kind, id, audience)
      if (found === null) throw notFound()
      if (!found) return renderer.render(broadcastId, (rendering) => readRecord(db, rendering, kind, id, options))
      const [text = ''] = await shownTexts(found, kind, options)
      return String(text)
    },
    async list(broadcastId, kind, request, options = {}) {
      const page = await findPage({ db, memory }, broadcastId, kind, request, options.audience)
      if (page) return pageOf(page, await shownTexts(page, kind, options))
      return renderer.render(broadcastId, (rendering) => readList(db, rendering, kind, request, options))
    },
    async listAs(broadcastId, kind, request, form) {
      const remembered = await findPage({ db, memory }, broadcastId, kind, request)
      if (remembered) return pageOf(remembered, await textsOf({ memory, renderer }, remembered, form))
      return renderer.render(broadcastId, async (rendering) => {
        const page = await readList(db, rendering, kind, request, {})
        return { ...page, bodies: await form.show(rendering, page.bodies.map(String)) }
      })
    },
    async readAs(broadcastId, kind, id, form) {
      const found = await findRow(memory, broadcastId, kind, id)
      if (found === null) throw notFound()
      const [text = ''] = found
        ? await textsOf({ memory, renderer }, found, form)
        : await renderer.render(broadcastId, async (rendering) =>
            form.show(rendering, [await readRecord(db, rendering, kind, id, {})]),
          )
      return text
    },
    write: (tenant, actor, work, changing) =>
      writeQueue.write(
        tenant.broadcastId,
        (tx) => writeIn(tx, tenant, actor, work),
        changing && { target: { broadcastId: tenant.broadcastId, kind: changing.kind.name, id: changing.id } },
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

import { type AnyRecord, allKinds, type Kind, kindNamed, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Vault } from '../base/vault.ts'
import type { Content } from '../content/content.ts'
import { removeRecord } from '../content/remove-record.ts'
import { rewriteRecord } from '../content/rewrite-record.ts'
import type { Writing } from '../content/writing.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import {
  cleanRows,
  countRows,
  deletePeopleFiles,
  findDeletedHolding,
  findHoldingAddress,
  findLinked,
  forgetBodies,
  forgetDocuments,
  forgetEventData,
  textTables,
} from '../store/records/people.ts'
import { type Address, erasedWord, recordWithout } from './address.ts'
import { openAddress, type PersonPayload, payloadOf } from './requests.ts'

export interface ErasureParts {
  db: Db
  control: Db<'control'>
  clock: Clock
  vault: Vault
  content: Content
}

/**
 * Erases everything about an address: contacts, their clients and invitations are deleted; in other records and in all copies
 * the address is replaced. Each step searches for what is left, so that the job can resume at any point. The receipt does not
 * contain the address.
 */
export function createPersonErasure(parts: ErasureParts): JobHandler {
  return {
    async run(job) {
      const payload = payloadOf(job)
      const erasure = { ...parts, job, payload, address: openAddress(parts.vault, job.id, payload) }
      await eraseRecords(erasure)
      await forgetDeleted(erasure)
      await cleanRecords(erasure)
      await cleanTables(erasure)
      await cleanControl(erasure)
      await step(erasure, 'copies', async (tx) => ({
        exports: await deletePeopleFiles(tx, job.broadcastId, payload.digest),
      }))
      const left = await findLeft(erasure)
      const at = new Date(parts.clock.now()).toISOString()
      const { digest, actor, askedAt } = payload
      const receipt = { address: digest, asked_by: actor, asked_at: askedAt, ended_at: at, erased: countsOf(job), left }
      await job.commit(async (tx) => {
        const details = { jobId: job.id, address: digest, erased: receipt.erased, left }
        await appendAudit(tx, { action: 'people.erased', broadcastId: job.broadcastId, actor, details, at })
        return { progress: { stage: 'done' } }
      })
      return receipt
    },
  }
}

interface Erasure extends ErasureParts {
  job: Job
  payload: PersonPayload
  address: Address
}

/** Deletes records that are only about the person, including their bodies in the change log. */
async function eraseRecords(erasure: Erasure): Promise<void> {
  const { db, job, address } = erasure
  for (let afterId = '', isMore = true; isMore; ) {
    const found = await findHoldingAddress(
      db,
      job.broadcastId,
      [...peopleKinds, kinds.broadcastMember, kinds.workflowRun],
      address,
      {
        afterId,
        limit: batchSize,
      },
    )
    afterId = found.at(-1)?.id ?? afterId
    isMore = found.length === batchSize
    const own = found
      .map(({ kind, body }) => ({ kind: kindNamed(kind), record: JSON.parse(body) as AnyRecord }))
      .filter(isOwnRecord)
    const contactIds = own.filter(({ kind }) => kind === contact).map(({ record }) => record._id)
    const linked = await findLinked(db, job.broadcastId, kinds.broadcastClient, contactIds)
    const toDelete = new Map<string, Kind>([
      ...own.map(({ kind, record }) => [record._id, kind] as const),
      ...linked.map((id) => [id, kinds.broadcastClient] as const),
    ])
    if (toDelete.size === 0) continue
    await step(erasure, 'records', (tx) => removeAll(erasure, tx, toDelete))
  }
}

/** Records about the person that were deleted before are still in the change log. */
async function forgetDeleted(erasure: Erasure): Promise<void> {
  const { db, job, address } = erasure
  for (let isMore = true; isMore; ) {
    const ids = await findDeletedHolding(db, job.broadcastId, ownKinds, address, batchSize)
    isMore = ids.length === batchSize
    if (ids.length === 0) continue
    await step(erasure, 'records', async (tx) => ({ changes: await forgetBodies(tx, job.broadcastId, ids) }))
  }
}

/** Invitations are deleted, but active members only by an owner. A run in progress is not deleted; only the address is removed from it. */
function isOwnRecord({ kind, record }: { kind: Kind; record: AnyRecord }): boolean {
  if (kind === kinds.broadcastMember) return record.status === 'invited'
  if (kind === kinds.workflowRun) return !['queued', 'running'].includes(String(record.status))
  return true
}

async function removeAll({ content, job, payload }: Erasure, tx: Tx, toDelete: Map<string, Kind>) {
  const counts: Counts = {}
  const clientIds = [...toDelete].flatMap(([id, kind]) => (kind === kinds.broadcastClient ? [id] : []))
  if (clientIds.length > 0) await forgetEventData(tx, job.broadcastId, kinds.broadcastEvent, clientIds)
  const remove = async (writing: Writing) => {
    for (const [id, kind] of toDelete) {
      const eventTypes = kind === contact ? [`${kind.events}.erased`] : []
      await removeRecord(writing, kind, id, { force: true, eventTypes })
      counts[kind.name] = (counts[kind.name] ?? 0) + 1
    }
  }
  await content.writeIn(tx, { broadcastId: job.broadcastId, userId: payload.userId }, payload.actor, remove)
  counts.changes = await forgetBodies(tx, job.broadcastId, [...toDelete.keys()])
  return counts
}

/** Removes the address from records that are not only about the person, as ordinary logged changes. */
async function cleanRecords(erasure: Erasure): Promise<void> {
  const { db, content, job, payload, address } = erasure
  for (let afterId = '', isMore = true; isMore; ) {
    const found = await findHoldingAddress(db, job.broadcastId, otherKinds, address, { afterId, limit: batchSize })
    afterId = found.at(-1)?.id ?? afterId
    isMore = found.length === batchSize
    if (found.length === 0) continue
    await step(erasure, 'mentions', async (tx) => {
      const clean = async (writing: Writing) => {
        for (const { kind: name, id } of found) {
          const kind = kindNamed(name)
          await rewriteRecord(writing, kind, id, (record) => recordWithout(kind, record, address))
        }
      }
      await content.writeIn(tx, { broadcastId: job.broadcastId, userId: payload.userId }, payload.actor, clean)
      await forgetDocuments(
        tx,
        job.broadcastId,
        found.map(({ id }) => id),
      )
      return { mentions: found.length }
    })
  }
}

/** Removes the address from every copy: the change log, webhook events and replies, stored responses, runs. Repeats until no new copies appear. */
async function cleanTables(erasure: Erasure): Promise<void> {
  const { db, job, address } = erasure
  for (let round = 0; round < maxRounds; round++) {
    let cleaned = 0
    for (const table of await textTables(db)) {
      if (configuration.includes(table.name)) continue
      for (let isMore = true; isMore; ) {
        let count = 0
        await step(erasure, 'copies', async (tx) => {
          count = await cleanRows(tx, job.broadcastId, table, address, { word: erasedWord, limit: rowsAtOnce })
          return { [names[table.name] ?? table.name]: count }
        })
        cleaned += count
        isMore = count === rowsAtOnce
      }
    }
    if (cleaned === 0) return
  }
}

/** The names of tables in a receipt, where they are not their own. */
const names: Record<string, string> = { delivery_attempts: 'answers' }

/** The same in the control plane, which no transaction of the job concerns: the audit of keys, and their names. */
async function cleanControl({ control, job, address }: Erasure): Promise<void> {
  for (const table of await textTables(control)) {
    if (configuration.includes(table.name)) continue
    const limited = { word: erasedWord, limit: rowsAtOnce }
    while ((await cleanRows(control, job.broadcastId, table, address, limited)) === rowsAtOnce)
      job.signal.throwIfAborted()
  }
}

/** Where the address remains: members sign in with it, and configuration belongs to the owner. */
async function findLeft({ db, control, job, address }: Erasure): Promise<Record<string, unknown>> {
  const members = await findHoldingAddress(db, job.broadcastId, [kinds.broadcastMember], address, {
    afterId: '',
    limit: 1_000,
  })
  const left: Record<string, unknown> = {}
  if (members.length > 0) left[kinds.broadcastMember.name] = members.length
  for (const plane of [db, control])
    for (const table of await textTables(plane)) {
      const count = configuration.includes(table.name) ? await countRows(plane, job.broadcastId, table, address) : 0
      if (count > 0) left[table.name] = count
    }
  return {
    ...left,
    note: 'Members stay until an owner removes them. An account that signs in with the address belongs to the person and stays.',
  }
}

type Counts = Record<string, number>

/** Runs one step and saves its counts in the same transaction, so that nothing is counted twice. */
async function step({ job }: Erasure, stage: string, work: (tx: Tx) => Promise<Counts>): Promise<void> {
  await job.commit(async (tx) => {
    const counts = { ...countsOf(job) }
    for (const [name, count] of Object.entries(await work(tx)))
      if (count > 0) counts[name] = (counts[name] ?? 0) + count
    return { state: { counts }, progress: { stage, erased: counts } }
  })
}

const countsOf = ({ state }: Job) => (state.counts ?? {}) as Counts

const contact = kinds.broadcastContact
const peopleKinds = allKinds.filter(({ area }) => area === 'people')
const ownKinds = [...peopleKinds, kinds.broadcastMember]
const otherKinds = allKinds.filter(
  ({ area, name, timeline }) => area === 'content' && name !== kinds.workflowRun.name && !timeline,
)
/** Tables with the owner's configuration, which erasure leaves unchanged. */
const configuration = ['webhooks', 'api_keys']

const batchSize = 50
const rowsAtOnce = 1_000
const maxRounds = 5

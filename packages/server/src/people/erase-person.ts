import { type AnyRecord, allKinds, type Kind, kindNamed, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Vault } from '../base/vault.ts'
import type { Content } from '../content/content.ts'
import { removeRecord } from '../content/remove-record.ts'
import { rewriteRecord } from '../content/update-record.ts'
import type { Writing } from '../content/writing.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import {
  cleanOthers,
  cleanRows,
  countRows,
  deletePeopleFiles,
  findHoldingAddress,
  findLinked,
  forgetBodies,
  forgetDocuments,
  textTables,
} from '../store/records/people.ts'
import { type Address, erasedWord, recordWithout } from './address.ts'
import { openAddress, type PersonPayload, payloadOf } from './requests.ts'

export interface ErasureParts {
  db: Db
  clock: Clock
  vault: Vault
  content: Content
}

/**
 * Erases everything about an address: contacts, their clients and invitations are deleted, other records lose the address, and so
 * does every copy. Each step looks for what is left, so that it can be begun again at any point. The receipt holds no address.
 */
export function createPersonErasure(parts: ErasureParts): JobHandler {
  return {
    async run(job) {
      const payload = payloadOf(job)
      const erasure = { ...parts, job, payload, address: openAddress(parts.vault, job.id, payload) }
      await eraseRecords(erasure)
      await cleanRecords(erasure)
      await cleanTables(erasure)
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

/** Deletes what is about the person alone, with what the log and kept answers still tell of it. */
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
        limit: biteSize,
      },
    )
    afterId = found.at(-1)?.id ?? afterId
    isMore = found.length === biteSize
    const own = found
      .map(({ kind, body }) => ({ kind: kindNamed(kind), record: JSON.parse(body) as AnyRecord }))
      .filter(isTheirs)
    const contactIds = own.filter(({ kind }) => kind === contact).map(({ record }) => record._id)
    const linked = await findLinked(db, job.broadcastId, kinds.broadcastClient, contactIds)
    const doomed = new Map<string, Kind>([
      ...own.map(({ kind, record }) => [record._id, kind] as const),
      ...linked.map((id) => [id, kinds.broadcastClient] as const),
    ])
    if (doomed.size === 0) continue
    await step(erasure, 'records', (tx) => removeAll(erasure, tx, doomed))
  }
}

/** A run that is still under way is only cleaned; a member goes by being removed by an owner, an invitation goes with this. */
function isTheirs({ kind, record }: { kind: Kind; record: AnyRecord }): boolean {
  if (kind === kinds.broadcastMember) return record.status === 'invited'
  if (kind === kinds.workflowRun) return !['queued', 'running'].includes(String(record.status))
  return true
}

async function removeAll({ content, job, payload }: Erasure, tx: Tx, doomed: Map<string, Kind>) {
  const counts: Counts = {}
  const remove = async (writing: Writing) => {
    for (const [id, kind] of doomed) {
      const eventTypes = kind === contact ? [`${kind.events}.erased`] : []
      await removeRecord(writing, kind, id, { force: true, eventTypes })
      counts[kind.name] = (counts[kind.name] ?? 0) + 1
    }
  }
  await content.writeIn(tx, { broadcastId: job.broadcastId, userId: payload.userId }, payload.actor, remove)
  counts.changes = await forgetBodies(tx, job.broadcastId, [...doomed.keys()])
  return counts
}

/** Takes the address out of what is not about the person alone, as a change that everybody can follow. */
async function cleanRecords(erasure: Erasure): Promise<void> {
  const { db, content, job, payload, address } = erasure
  for (let afterId = '', isMore = true; isMore; ) {
    const found = await findHoldingAddress(db, job.broadcastId, otherKinds, address, { afterId, limit: biteSize })
    afterId = found.at(-1)?.id ?? afterId
    isMore = found.length === biteSize
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

/** Takes the address out of every copy: the log, events for webhooks and their replies, kept answers, runs. Again, until none came meanwhile. */
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
          return { [table.name]: count }
        })
        cleaned += count
        isMore = count === rowsAtOnce
      }
    }
    await step(erasure, 'copies', async (tx) => {
      const count = await cleanOthers(tx, job.broadcastId, address, erasedWord)
      cleaned += count
      return { answers: count }
    })
    if (cleaned === 0) return
  }
}

/** What still holds the address, and why: members sign in with it, and configuration is the owner's. */
async function findLeft({ db, job, address }: Erasure): Promise<Record<string, unknown>> {
  const members = await findHoldingAddress(db, job.broadcastId, [kinds.broadcastMember], address, {
    afterId: '',
    limit: 1_000,
  })
  const left: Record<string, unknown> = {}
  if (members.length > 0) left[kinds.broadcastMember.name] = members.length
  for (const table of await textTables(db)) {
    const count = configuration.includes(table.name) ? await countRows(db, job.broadcastId, table, address) : 0
    if (count > 0) left[table.name] = count
  }
  return {
    ...left,
    note: 'Members stay until an owner removes them. An account that signs in with the address belongs to the person and stays.',
  }
}

type Counts = Record<string, number>

/** One step in one transaction with what it came to, so that nothing is counted twice. */
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
const otherKinds = allKinds.filter(
  ({ area, name, timeline }) => area === 'content' && name !== kinds.workflowRun.name && !timeline,
)
/** What owners set up; they decide about it. */
const configuration = ['webhooks', 'api_keys']

const biteSize = 50
const rowsAtOnce = 1_000
const maxRounds = 5

import { type AnyRecord, allKinds, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Vault } from '../base/vault.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Db } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import {
  countRows,
  findEventsOf,
  findHistory,
  findHoldingAddress,
  findLinked,
  putPeopleFile,
  textTables,
} from '../store/records/people.ts'
import { findRecords } from '../store/records/records.ts'
import type { Address } from './address.ts'
import { openAddress, payloadOf, sealedFor } from './requests.ts'

/** Collects everything about an address in a file that only an owner can download, once, within a day. */
export function createPersonExport({ db, clock, vault }: { db: Db; clock: Clock; vault: Vault }): JobHandler {
  return {
    async run(job) {
      const payload = payloadOf(job)
      const address = openAddress(vault, job.id, payload)
      const found = await gather(db, job, address)
      const expiresAt = new Date(clock.now() + dayMs)
      const at = new Date(clock.now()).toISOString()
      const file = JSON.stringify(
        { address: address.text, broadcast_id: job.broadcastId, made_at: at, ...found },
        null,
        2,
      )
      const receipt = {
        address: payload.digest,
        asked_by: payload.actor,
        asked_at: payload.askedAt,
        ended_at: at,
        found: Object.fromEntries(
          Object.entries(found).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.length]] : [])),
        ),
        file_until: expiresAt.toISOString(),
      }
      await job.commit(async (tx) => {
        const sealed = vault.seal(file, sealedFor(job.id))
        await putPeopleFile(tx, { broadcastId: job.broadcastId, jobId: job.id, sealed, expiresAt })
        await appendAudit(tx, {
          action: 'people.exported',
          broadcastId: job.broadcastId,
          actor: payload.actor,
          details: { jobId: job.id, address: payload.digest, found: receipt.found },
          at,
        })
        return { progress: { stage: 'done' } }
      })
      return receipt
    },
  }
}

async function gather(db: Db, job: Job, address: Address) {
  const { broadcastId } = job
  await job.save({ progress: { stage: 'records' } })
  const records = await allHolding(db, broadcastId, address)
  const ofKind = (name: string) => records.filter(({ kind }) => kind === name).map(({ record }) => record)
  const contacts = ofKind(kinds.broadcastContact.name)
  const members = ofKind(kinds.broadcastMember.name)
  const linked = await findLinked(db, broadcastId, kinds.broadcastClient, contacts.map(idOf))
  const clientIds = [...new Set([...linked, ...ofKind(kinds.broadcastClient.name).map(idOf)])]
  const clients = [...(await findRecords(db, broadcastId, kinds.broadcastClient, clientIds)).values()].map(parse)
  await job.save({ progress: { stage: 'history', contacts: contacts.length, clients: clients.length } })
  const events = (await findEventsOf(db, broadcastId, kinds.broadcastEvent, address, clientIds, maxRows)).map(parse)
  const ids = [...contacts, ...clients].map(idOf)
  const history = (await findHistory(db, broadcastId, address, ids, maxRows)).map(({ at, record_id: id, ...row }) => ({
    ...row,
    id,
    at: at.toISOString(),
  }))
  const personal = new Set<string>(
    [kinds.broadcastContact, kinds.broadcastMember, kinds.broadcastClient].map(({ name }) => name),
  )
  const mentions = records
    .filter(({ kind }) => !personal.has(kind))
    .map(({ kind, record }) => ({ kind, id: record._id }))
  return { contacts, clients, members, events, history, mentions, elsewhere: await elsewhere(db, broadcastId, address) }
}

async function allHolding(db: Db, broadcastId: string, address: Address) {
  const found: { kind: string; record: AnyRecord }[] = []
  for (let afterId = '', isMore = true; isMore; ) {
    const page = await findHoldingAddress(db, broadcastId, allKinds, address, { afterId, limit: pageSize })
    found.push(...page.map(({ kind, body }) => ({ kind, record: parse(body) })))
    afterId = page.at(-1)?.id ?? afterId
    isMore = page.length === pageSize && found.length < maxRows
  }
  return found
}

/** The number of rows in other tables that contain the address: deliveries, runs. */
async function elsewhere(db: Db, broadcastId: string, address: Address): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await textTables(db)) {
    if (table.name === 'records' || table.name === 'changes' || table.name.startsWith('timeline')) continue
    const count = await countRows(db, broadcastId, table, address)
    if (count > 0) counts[table.name] = count
  }
  return counts
}

const idOf = ({ _id }: AnyRecord) => _id
const parse = (body: string): AnyRecord => JSON.parse(body)

const pageSize = 200
const maxRows = 20_000
const dayMs = 86_400_000

import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Vault } from '../base/vault.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { addJob, findJob, type Job, type JobRow } from '../store/queues/jobs.ts'
import { takePeopleFile } from '../store/records/people.ts'
import { type Address, addressOf } from './address.ts'

export const personJobs = ['people.export', 'people.erase'] as const
export type PersonJob = (typeof personJobs)[number]

/** The payload of the job. The address is encrypted, so that it is not stored in plain text. */
export interface PersonPayload {
  sealed: string
  digest: string
  userId: string
  actor: Actor
  askedAt: string
}

export interface PeopleRequests {
  ask(
    tx: Tx,
    type: PersonJob,
    email: string,
    by: { broadcastId: string; userId: string; actor: Actor },
  ): Promise<JobRow>
  /** The file of an export. It can be downloaded once. */
  takeFile(broadcastId: string, jobId: string, actor: Actor): Promise<string>
}

export function createPeopleRequests({ db, clock, vault }: { db: Db; clock: Clock; vault: Vault }): PeopleRequests {
  return {
    async ask(tx, type, email, { broadcastId, userId, actor }) {
      const at = new Date(clock.now())
      const id = newObjectId(clock.now())
      const { text } = addressOf(email)
      const digest = digestOf(vault, text)
      const payload = { sealed: vault.seal(text, sealedFor(id)), digest, userId, actor, askedAt: at.toISOString() }
      const isNew = await addJob(tx, { broadcastId, id, type, payload, at, key: `${type}/${digest}` })
      if (!isNew) throw new AppError('job_running', 'A request of this kind is already running for this address.')
      await appendAudit(tx, {
        action: `${type}_asked`,
        broadcastId,
        actor,
        details: { jobId: id, address: digest },
        at: at.toISOString(),
      })
      const row = await findJob(tx, broadcastId, id)
      if (!row) throw new Error('the new job was not found')
      return row
    },
    takeFile: (broadcastId, jobId, actor) =>
      db.transaction(async (tx) => {
        const at = new Date(clock.now())
        const sealed = await takePeopleFile(tx, broadcastId, jobId, at)
        if (sealed === undefined) throw notFound()
        const details = { jobId }
        await appendAudit(tx, { action: 'people.export_taken', broadcastId, actor, details, at: at.toISOString() })
        return vault.open(sealed, sealedFor(jobId))
      }),
  }
}

/** The payload as written by `ask`. */
export const payloadOf = ({ payload }: Job) => payload as unknown as PersonPayload

/** Decrypts the address of a job. */
export const openAddress = (vault: Vault, jobId: string, { sealed }: PersonPayload): Address =>
  addressOf(vault.open(sealed, sealedFor(jobId)))

export const sealedFor = (jobId: string) => `people/${jobId}`

/** A pseudonym for an address: distinguishes addresses without revealing them. */
function digestOf(vault: Vault, text: string): string {
  const [digest] = vault.digests(text, 'people')
  return digest?.toString('hex') ?? ''
}

import { createHash } from 'node:crypto'
import { Invalid, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Job, JobHandler } from '../store/queues/jobs.ts'
import { findOwner } from '../store/records/broadcasts.ts'
import { findRecord } from '../store/records/records.ts'
import type { WriteContent } from './content-writes.ts'
import type { FetchedFile, FetchFile } from './fetch-file.ts'
import type { Imports } from './imports.ts'
import type { OpenHeaders, Source } from './source.ts'

export interface FollowParts {
  db: Db
  clock: Clock
  imports: Imports
  fetchFile: FetchFile
  writeContent: WriteContent
  openHeaders: OpenHeaders
}

/**
 * Checks a followed source. What changed is applied at once, or waits for approval: when the source says so, or when too much of
 * the programme would be removed. A file that cannot be read changes nothing; the source shows the reason.
 */
export function createFollowHandler(parts: FollowParts): JobHandler {
  return {
    async run(job) {
      const { db } = parts
      const { broadcastId } = job
      const userId = await findOwner(db, broadcastId)
      const body = await findRecord(db, broadcastId, kinds.importSource, String(job.payload.sourceId))
      const source: Source | undefined = body === undefined ? undefined : JSON.parse(body)
      if (!userId || !source?.enabled || source.url === null) return { outcome: 'off' }
      return check(parts, job, { broadcastId, userId }, { ...source, url: source.url })
    },
  }
}

type Followed = Source & { url: string }

async function check(parts: FollowParts, job: Job, tenant: Tenant, source: Followed): Promise<Record<string, unknown>> {
  const save = (fields: Record<string, unknown>, work?: (tx: Tx) => Promise<void>) =>
    job.commit(async (tx) => {
      await work?.(tx)
      const lastCheckedAt = new Date(parts.clock.now()).toISOString()
      await parts.writeContent(tx, tenant, service, (writes) =>
        writes.set(kinds.importSource, source._id, { lastCheckedAt, lastError: null, ...fields }),
      )
      return {}
    })
  try {
    const file = await fetchChanged(parts, tenant.broadcastId, source)
    if (!file) {
      await save({})
      return { outcome: 'unchanged' }
    }
    const { etag, lastModified } = file
    const version = { etag, lastModified, digest: digestOf(file) }
    if (version.digest === source.digest) {
      await save(version)
      return { outcome: 'unchanged' }
    }
    return await importFile(parts, tenant, source, file, (work) => save(version, work))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    await save({ lastError: reason })
    return { outcome: 'failed', reason }
  }
}

async function fetchChanged(
  { fetchFile, openHeaders }: FollowParts,
  broadcastId: string,
  source: Followed,
): Promise<FetchedFile | null> {
  const { url, etag, lastModified } = source
  const own = await openHeaders(broadcastId, source)
  const conditions = {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
  return fetchFile({ url, headers: { ...conditions, ...own } })
}

/** Plans the file, and stores the import together with the version of the file, so that a crash repeats both or neither. */
async function importFile(
  { imports }: FollowParts,
  tenant: Tenant,
  source: Followed,
  file: FetchedFile,
  save: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<Record<string, unknown>> {
  const { broadcastId } = tenant
  const prepared = await imports.prepare(broadcastId, { file: { ...file, url: source.url } }, { sourceId: source._id })
  const isWaiting = source.mode === 'approve' || prepared.needsConfirmation
  let outcome = 'unchanged'
  try {
    await save(async (tx) => {
      if (prepared.isIdle) return
      const { _id } = await imports.store(tx, tenant, service, prepared, isWaiting ? 'waiting' : 'previewed')
      if (!isWaiting) await imports.apply(tx, tenant, service, _id)
      outcome = isWaiting ? 'waiting' : 'applying'
    })
  } catch (error) {
    await imports.drop(broadcastId, prepared)
    throw error
  }
  if (prepared.isIdle) await imports.drop(broadcastId, prepared)
  return { outcome, ...prepared.counts }
}

const service: Actor = { type: 'service' }

const digestOf = ({ bytes }: FetchedFile) => createHash('sha256').update(bytes).digest('base64url')

/** The sentence for people, if the source is at fault; undefined when the check is to be repeated. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Invalid) {
    const [first] = error.fieldErrors
    return first && `The address ${first.message}.`
  }
  return error instanceof AppError && sourceFaults.includes(error.code) ? error.message : undefined
}

const sourceFaults = ['unreadable_file', 'body_too_large']

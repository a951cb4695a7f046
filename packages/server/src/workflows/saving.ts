import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { ChangeLog } from '../store/changes/change-log.ts'
import type { Change } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { endRun, lockRun, saveSteps } from '../store/queues/runs.ts'
import { findRecord, updateRecords } from '../store/records/records.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import type { Ending, RunState } from './run-state.ts'
import { loggedRecord, recordOf } from './state.ts'

export interface SaveParts {
  db: Db
  writeQueue: WriteQueue
  clock: Clock
  notifications: Notifications
  /** The lease of this node. */
  token: string
}

/** A step of a run, its end, or both. */
export interface Save {
  state: RunState
  index: number
  /** The step as JSON. */
  result: string | null
  ending: Ending | null
}

/** False when the lease was lost: then nothing was saved. The end of a run includes its record. */
export type Saved = false | { record: AnyRecord | null }

/**
 * Saves each step before the next begins. Steps of a broadcast that arrive while others are written share the next commit: a commit costs
 * the same for one and for twenty. Ends are content as well and go through the write queue; steps do not.
 */
export function createSaver(parts: SaveParts) {
  const saveStep = inBatches((broadcastId, saves) => saveSome(parts.db, parts.token, broadcastId, saves))
  const saveEnd = inBatches((broadcastId, saves) =>
    parts.writeQueue.write(broadcastId, (tx) => saveEnds(tx, parts, broadcastId, saves)),
  )
  return (save: Save): Promise<Saved> => (save.ending ? saveEnd(save) : saveStep(save))
}

interface Waiting {
  save: Save
  settle: PromiseWithResolvers<Saved>
}

/** Batches the saves of each broadcast, and writes one batch at a time. */
function inBatches(write: (broadcastId: string, saves: Save[]) => Promise<Saved[]>) {
  const queues = new Map<string, Waiting[]>()

  const work = async (broadcastId: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch)
      const saves = batch.map(({ save }) => save)
      try {
        const saved = await write(broadcastId, saves)
        for (const [at, { settle }] of batch.entries()) settle.resolve(saved[at] ?? false)
      } catch (error) {
        for (const { settle } of batch) settle.reject(error)
      }
    }
    queues.delete(broadcastId)
  }

  return (save: Save): Promise<Saved> => {
    const { broadcast_id: broadcastId } = save.state.row
    const settle = Promise.withResolvers<Saved>()
    const queue = queues.get(broadcastId)
    if (queue) queue.push({ save, settle })
    else {
      const started = [{ save, settle }]
      queues.set(broadcastId, started)
      // In the next turn of the event loop, so that saves of this turn join the batch.
      setImmediate(() => void work(broadcastId, started))
    }
    return settle.promise
  }
}

async function saveSome(db: Db | Tx, token: string, broadcastId: string, saves: Save[]): Promise<Saved[]> {
  const rows = saves.map(({ state, index, result, ending }) => ({
    runId: state.row.id,
    index,
    result,
    ends: ending?.status ?? null,
  }))
  const saved = await saveSteps(db, token, broadcastId, rows)
  return saves.map(({ state }) => saved.has(state.row.id) && { record: null })
}

async function saveEnds(tx: Tx, parts: SaveParts, broadcastId: string, saves: Save[]): Promise<Saved[]> {
  const saved = await saveSome(tx, parts.token, broadcastId, saves)
  const ended = saves.map(({ state, ending }, at) => {
    if (!saved[at]) return false
    return { record: ending && recordOf(state, parts.clock.now(), ending) }
  })
  const records = ended.flatMap((one) => (one !== false && one.record !== null ? [one.record] : []))
  await writeEnds(tx, parts, broadcastId, records)
  return ended
}

/** Writes and logs the records of runs that ended. */
export async function writeEnds(
  tx: Tx,
  { clock, notifications }: { clock: Clock; notifications: Notifications },
  broadcastId: string,
  records: AnyRecord[],
): Promise<void> {
  if (records.length === 0) return
  const by = { actor: { type: 'service' as const }, at: new Date(clock.now()).toISOString() }
  const writes = records.map((record) => ({ write: { kind: kinds.workflowRun, record }, change: endOf(record) }))
  await ChangeLog.keep(tx, broadcastId, by, (log) => updateRecords(log, writes), {
    // Responses about runs are not cached, so none has to be invalidated.
    onAppended: ({ counters: { sequence } }) =>
      tx.afterCommit(() => notifications.publish({ type: 'changes', broadcastId, sequence, areas: [] })),
  })
}

const endOf = (record: AnyRecord): Change => ({
  kind: kinds.workflowRun,
  id: record._id,
  operation: 'update',
  record: loggedRecord(record),
  fields: ['status', 'startedAt', 'finishedAt', 'durationMs', 'invokedNodeCount', 'error', 'nodeResults'],
  eventTypes: [`${kinds.workflowRun.events}.updated`],
})

/** Writes the progress of a long run into its record. */
export async function showProgress(
  { db, clock, token }: Pick<SaveParts, 'db' | 'clock' | 'token'>,
  state: RunState,
): Promise<void> {
  const { broadcast_id: broadcastId, id } = state.row
  const at = new Date(clock.now()).toISOString()
  await db.transaction(async (tx) => {
    const row = await lockRun(tx, broadcastId, id)
    if (row?.lease_token !== token) return
    const write = { kind: kinds.workflowRun, record: recordOf(state, clock.now()) }
    await ChangeLog.keep(tx, broadcastId, { actor: { type: 'service' }, at }, (log) =>
      updateRecords(log, [{ write, change: 'unlogged' }]),
    )
  })
}

/** Fails a run whose definition or steps cannot be parsed. */
export async function giveUpRun(
  tx: Tx,
  parts: { clock: Clock; notifications: Notifications },
  { broadcast_id: broadcastId, id }: { broadcast_id: string; id: string },
): Promise<void> {
  await endRun(tx, broadcastId, id, 'failed')
  const body = await findRecord(tx, broadcastId, kinds.workflowRun, id)
  if (body === undefined) return
  const at = new Date(parts.clock.now()).toISOString()
  const error = { code: 'internal', message: 'The stored run cannot be parsed.', nodeId: null }
  await writeEnds(tx, parts, broadcastId, [
    { ...JSON.parse(body), status: 'failed', finishedAt: at, _updatedAt: at, error },
  ])
}

const maxBatch = 100

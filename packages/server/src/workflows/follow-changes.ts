import { type AnyRecord, hasLocalTimes, kindNamed, kinds, parseFilters } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { createRoundRobin, type RoundRobin } from '../base/round-robin.ts'
import { Slices } from '../base/turns.ts'
import type { Actor, LoggedChange } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import {
  type ChangeTriggerRow,
  findChains,
  moveWorkflowCursor,
  takeUnseen,
  type Unseen,
} from '../store/queues/change-triggers.ts'
import { matchVersions } from '../store/records/match.ts'
import { findRecord } from '../store/records/records.ts'
import { inputOf, isNamedBy, mayFollow } from './change-trigger.ts'
import { checkWorkflow } from './definition.ts'
import { insertQueued, newRun, triggerOf } from './runs.ts'

export interface FollowParts {
  db: Db
  clock: Clock
  findTimeZone(broadcastId: string): Promise<string>
  /** A run was queued. */
  onQueued(broadcastId: string): void
  onError(error: unknown): void
}

/** Starts a run for each change that the trigger of a workflow matches. */
export function followChanges(parts: FollowParts): RoundRobin {
  return createRoundRobin({
    serve: (broadcastId) => startOnChanges(parts, broadcastId),
    onError: parts.onError,
  })
}

/** Starts the runs of a page of changes; true when there may be more. Runs and cursor are one transaction, so that none is lost or repeated. */
export function startOnChanges(parts: FollowParts, broadcastId: string): Promise<boolean> {
  return parts.db.transaction(async (tx) => {
    const unseen = await takeUnseen(tx, broadcastId, { limit: pageSize, maxBytes: pageBytes, maxQueued })
    if (!unseen) return false
    for (const { workflow, change, record, chain } of await startsOf(tx, parts, broadcastId, unseen)) {
      const run = newRun(broadcastId, workflow, {
        trigger: { type: 'change', at: change.at.toISOString() },
        input: inputOf(change, kindNamed(change.kind), record),
        previousRunId: null,
        chain,
        startKey: `change/${change.sequence}`,
      })
      if (await insertQueued(tx, run, parts.clock)) tx.afterCommit(() => parts.onQueued(broadcastId))
    }
    await moveWorkflowCursor(tx, broadcastId, unseen.through)
    return unseen.hasMore
  })
}

interface Candidate {
  change: LoggedChange
  record: AnyRecord | null
  chain: string[]
}

interface Start extends Candidate {
  workflow: AnyRecord
}

/** The runs that a page of changes starts, in the order of the changes. */
async function startsOf(tx: Tx, parts: FollowParts, broadcastId: string, unseen: Unseen): Promise<Start[]> {
  const candidates = await candidatesOf(tx, broadcastId, unseen)
  const starts: Start[] = []
  for (const trigger of unseen.triggers) {
    const named = candidates.filter(
      ({ change, chain }) => isFor(trigger, change) && mayFollow(chain, trigger.workflowId),
    )
    const workflow = named.length > 0 ? await findEnabled(tx, broadcastId, trigger.workflowId) : undefined
    if (!workflow) continue
    const matching = await matchingOf(tx, parts, broadcastId, workflow, named)
    starts.push(...matching.map((candidate) => ({ ...candidate, workflow })))
  }
  return starts.sort((one, other) => one.change.sequence - other.change.sequence)
}

/** The changes that a trigger names, parsed once for all workflows. */
async function candidatesOf(tx: Tx, broadcastId: string, { changes, triggers }: Unseen): Promise<Candidate[]> {
  const named = changes.filter((change) => triggers.some((trigger) => isFor(trigger, change)))
  const actors: Actor[] = named.map(({ actor }) => JSON.parse(actor))
  const runIds = actors.flatMap((actor) => (actor.type === 'run' ? [actor.id] : []))
  const chains = await findChains(tx, broadcastId, runIds)
  const slices = new Slices()
  const candidates: Candidate[] = []
  for (const [at, change] of named.entries()) {
    await slices.spend(change.body?.length ?? 0)
    const actor = actors[at]
    const chain = actor?.type === 'run' ? chains.get(actor.id) : []
    // The run was deleted meanwhile, so the chain is unknown.
    if (chain) candidates.push({ change, chain, record: change.body === null ? null : JSON.parse(change.body) })
  }
  return candidates
}

const isFor = ({ trigger, sinceSequence }: ChangeTriggerRow, change: LoggedChange) =>
  sinceSequence < change.sequence && isNamedBy(triggerOf({ trigger }), change)

async function findEnabled(tx: Tx, broadcastId: string, workflowId: string): Promise<AnyRecord | undefined> {
  const body = await findRecord(tx, broadcastId, kinds.workflow, workflowId)
  const workflow: AnyRecord | undefined = body === undefined ? undefined : JSON.parse(body)
  return workflow?.status === 'enabled' && checkWorkflow(workflow).errors.length === 0 ? workflow : undefined
}

/** The candidates that match the filters of the workflow, with the record as the change left it. */
async function matchingOf(
  tx: Tx,
  { findTimeZone }: FollowParts,
  broadcastId: string,
  workflow: AnyRecord,
  candidates: Candidate[],
): Promise<Candidate[]> {
  const { kind: name = '', filters = [] } = triggerOf(workflow)
  if (filters.length === 0) return candidates
  const kind = kindNamed(name)
  const zone = hasLocalTimes(filters) ? await findTimeZone(broadcastId) : 'UTC'
  const known = candidates.filter(({ record }) => record !== null)
  const versions = known.flatMap(({ record }) => record ?? [])
  const matching = await matchVersions(
    tx,
    kind,
    parseFilters(kind, filters, '$and', zone, '/trigger/filters'),
    versions,
  )
  return known.filter((_, position) => matching.has(position))
}

const pageSize = 100
const pageBytes = 1_048_576
/** More changes wait in the log until some of these have run. */
const maxQueued = 1_000

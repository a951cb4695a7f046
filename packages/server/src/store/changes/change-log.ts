import type { Kind } from '@marquee/model'
import type { BeforeCommit, Deferred, Tx } from '../db.ts'
import { perTransaction } from '../per-transaction.ts'
import { appendChanges } from './append-changes.ts'
import type { Actor, Change, Counters } from './changes.ts'

/** The log entry of a write, or that it is not logged. */
export type Logged = Change | 'unlogged'

/** Who made changes, and when. */
export interface Authorship {
  actor: Actor
  at: string
}

export interface Appended {
  tx: Tx
  broadcastId: string
  changes: readonly Change[]
  counters: Counters
}

export interface KeepOptions {
  /** Called when changes are appended and not yet committed, once for all writes of the transaction that name it. An error rolls them back. */
  onAppended?: (appended: Appended) => void
  /** Called when the commit was not confirmed: the changes may have been appended or not. */
  onUnconfirmed?: (broadcastId: string) => void
  /** How many records of a kind there may be. `onAppended` refuses more. */
  limitOf?(kind: Kind): number
}

/**
 * The changes of one unit of work on a broadcast. Records are written only through it, each write with its log entry, and the
 * only way to get one also appends its changes before the commit: no write can miss the log.
 */
export class ChangeLog {
  readonly tx: Tx
  readonly broadcastId: string
  readonly #changes: Change[] = []

  private constructor(tx: Tx, broadcastId: string) {
    this.tx = tx
    this.broadcastId = broadcastId
  }

  /** Runs writes, and appends their changes right before the commit, together with other changes of the same transaction. */
  static async keep<T>(
    tx: Tx,
    broadcastId: string,
    by: Authorship,
    work: (log: ChangeLog) => Promise<T>,
    { onAppended = ignore, onUnconfirmed = ignore, limitOf = () => Number.POSITIVE_INFINITY }: KeepOptions = {},
  ): Promise<T> {
    const log = new ChangeLog(tx, broadcastId)
    const result = await work(log)
    const changes = log.#changes
    if (changes.length > 0) {
      await tx.raise(broadcastId)
      waitToAppend(tx, { broadcastId, changes, by, onAppended, onUnconfirmed, limitOf })
    }
    return result
  }

  get changes(): readonly Change[] {
    return this.#changes
  }

  add(change: Logged): void {
    if (change !== 'unlogged') this.#changes.push(change)
  }

  /** Runs a part in a savepoint; if it fails, its writes and log entries are rolled back. */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#changes.length
    try {
      return await this.tx.savepoint(work)
    } catch (error) {
      this.#changes.length = before
      throw error
    }
  }
}

const ignore = () => {}

interface Waiting extends Required<KeepOptions> {
  broadcastId: string
  changes: Change[]
  by: Authorship
}

interface Queue {
  entries: { entry: Waiting; deferred: Deferred }[]
  append: BeforeCommit
}

const waiting = perTransaction<Queue>()

function waitToAppend(tx: Tx, entry: Waiting): void {
  const queue = waiting.get(tx) ?? newQueue(tx)
  queue.entries.push({ entry, deferred: tx.beforeCommit(queue.append) })
}

function newQueue(tx: Tx): Queue {
  const entries: Queue['entries'] = []
  const queue = { entries, append: (isLast: boolean) => appendWaiting(tx, entries, isLast) }
  waiting.set(tx, queue)
  return queue
}

/** Appends pending changes, with one statement per broadcast. It runs last, so that the counters are locked as briefly as possible. */
async function appendWaiting(tx: Tx, all: Queue['entries'], isLast: boolean): Promise<void> {
  const entries = all.splice(0).flatMap(({ entry, deferred }) => (deferred.isCalledOff ? [] : [entry]))
  const byBroadcast = Map.groupBy(entries, (entry) => entry.broadcastId)
  for (const [broadcastId, ofBroadcast] of byBroadcast) {
    const changes = ofBroadcast.flatMap(({ changes, by }) => changes.map((change) => ({ change, ...by })))
    tx.afterEnd(async (outcome) => {
      if (outcome === 'unknown')
        for (const tell of new Set(ofBroadcast.map((entry) => entry.onUnconfirmed))) tell(broadcastId)
    })
    const counters = await appendChanges(tx, broadcastId, changes, {
      isLast: isLast && byBroadcast.size === 1,
      limitOf: (kind) => Math.min(...ofBroadcast.map(({ limitOf }) => limitOf(kind))),
    })
    for (const [onAppended, some] of Map.groupBy(ofBroadcast, (entry) => entry.onAppended))
      onAppended({ tx, broadcastId, changes: some.flatMap((entry) => entry.changes), counters })
  }
}

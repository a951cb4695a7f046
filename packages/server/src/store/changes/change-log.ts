import type { Deferred, Tx } from '../db.ts'
import { type Actor, appendChanges, type Change, type Counters } from './changes.ts'

/** The log entry of a write, or that it is not logged. */
export type Logged = Change | 'unlogged'

/** Who made changes, and when. */
export interface Authorship {
  actor: Actor
  at: string
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
    onAppended: (changes: readonly Change[], counters: Counters) => void = () => {},
  ): Promise<T> {
    const log = new ChangeLog(tx, broadcastId)
    const result = await work(log)
    const changes = log.#changes
    if (changes.length > 0) waitToAppend(tx, { broadcastId, changes, by, onAppended })
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

interface Waiting {
  broadcastId: string
  changes: Change[]
  by: Authorship
  onAppended(changes: readonly Change[], counters: Counters): void
}

const waiting = new WeakMap<Tx, { entry: Waiting; deferred: Deferred }[]>()

function waitToAppend(tx: Tx, entry: Waiting): void {
  const all = waiting.get(tx) ?? []
  waiting.set(tx, all)
  const deferred = tx.beforeCommit(() => appendWaiting(tx, all))
  all.push({ entry, deferred })
}

/** Appends pending changes, with one statement per broadcast. It runs last, so that the counters are locked as briefly as possible. */
async function appendWaiting(tx: Tx, all: { entry: Waiting; deferred: Deferred }[]): Promise<void> {
  const entries = all.splice(0).flatMap(({ entry, deferred }) => (deferred.isCalledOff ? [] : [entry]))
  for (const [broadcastId, ofBroadcast] of Map.groupBy(entries, (entry) => entry.broadcastId)) {
    const changes = ofBroadcast.flatMap(({ changes, by }) => changes.map((change) => ({ change, ...by })))
    const counters = await appendChanges(tx, broadcastId, changes)
    for (const entry of ofBroadcast) entry.onAppended(entry.changes, counters)
  }
}

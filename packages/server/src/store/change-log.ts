import { type Actor, appendChanges, type Change, type Counters } from './changes.ts'
import type { Tx } from './db.ts'

/** What a write says of itself: the change it is, or that it is operational and leaves no trace. */
export type Logged = Change | 'operational'

/**
 * The changes of one transaction to a broadcast. Records are written through it alone, each write with what it changes,
 * and it cannot be had without being appended at the end: no write can forget the log.
 */
export class ChangeLog {
  readonly tx: Tx
  readonly broadcastId: string
  readonly #changes: Change[] = []

  private constructor(tx: Tx, broadcastId: string) {
    this.tx = tx
    this.broadcastId = broadcastId
  }

  /** Runs writes, and appends what they changed as the last statement of their transaction. */
  static async keep<T>(
    tx: Tx,
    broadcastId: string,
    by: { actor: Actor; at: string },
    work: (log: ChangeLog) => Promise<T>,
  ): Promise<{ result: T; changes: readonly Change[]; counters: Counters | undefined }> {
    const log = new ChangeLog(tx, broadcastId)
    const result = await work(log)
    const changes = log.#changes
    const counters = changes.length > 0 ? await appendChanges(tx, broadcastId, changes, by.actor, by.at) : undefined
    return { result, changes, counters }
  }

  get changes(): readonly Change[] {
    return this.#changes
  }

  add(change: Logged): void {
    if (change !== 'operational') this.#changes.push(change)
  }

  /** Runs a part that may fail without failing the rest; then what it wrote and logged is taken back. */
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

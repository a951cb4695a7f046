import { localLimit, type Session } from './session.ts'
import type { Sql } from './sql.ts'
import { isSelect } from './write-space.ts'

/** Runs one statement. */
export interface Queryable {
  query<Row>(statement: Sql): Promise<Row[]>
}

/** An open transaction. Every write requires one, so that none can happen outside. */
export interface Tx extends Queryable {
  readonly isTransaction: true
  /** The number of statements other than plain selects. */
  writes(): number
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>
  /** Allows the statements that follow to take longer than those of an ordinary request. */
  extendLimit(statementMs: number): Promise<void>
  /** Runs a part in a savepoint, which may fail without failing the rest. */
  savepoint<T>(part: () => Promise<T>): Promise<T>
  /** Calls back after all the work and before the commit. Callbacks of a failed savepoint are dropped. */
  beforeCommit(callback: () => Promise<void>): Deferred
  /** Runs the pending callbacks now. */
  flush(): Promise<void>
  /** Calls back once the transaction has been committed. */
  afterCommit(callback: () => void): void
}

export interface Deferred {
  isCalledOff: boolean
}

export function openTx({ run, command, extend }: Session): { tx: Tx; onCommitted(): void } {
  let before: { callback: () => Promise<void>; deferred: Deferred }[] = []
  let after: (() => void)[] = []
  let writes = 0
  const tx: Tx = {
    isTransaction: true,
    writes: () => writes,
    query(statement) {
      if (!isSelect(statement)) writes += 1
      return run(statement)
    },
    script: command,
    async extendLimit(ms) {
      extend(ms)
      await command(localLimit(ms))
    },
    savepoint: async (part) => {
      const asked = { before: before.length, after: after.length }
      await command('savepoint part')
      try {
        const result = await part()
        await command('release savepoint part')
        return result
      } catch (error) {
        await command('rollback to savepoint part')
        for (const { deferred } of before.slice(asked.before)) deferred.isCalledOff = true
        before = before.slice(0, asked.before)
        after = after.slice(0, asked.after)
        throw error
      }
    },
    beforeCommit(callback) {
      const deferred = { isCalledOff: false }
      before.push({ callback, deferred })
      return deferred
    },
    async flush() {
      for (let next = before.shift(); next; next = before.shift()) await next.callback()
    },
    afterCommit: (callback) => after.push(callback),
  }
  return {
    tx,
    onCommitted() {
      for (const callback of after) callback()
    },
  }
}

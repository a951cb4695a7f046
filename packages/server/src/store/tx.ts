import { commitFailure } from './failures.ts'
import { localLimit, type Session } from './session.ts'
import type { Sql } from './sql.ts'
import type { Bounds } from './statement.ts'
import type { Tickets } from './tickets.ts'
import { isSelect } from './write-space.ts'

/**
 * What belongs to one broadcast is in the content plane; accounts, keys, and where each broadcast and address belongs are in the control
 * plane. They may be two databases, so no statement and no transaction concerns both (decision 0184).
 */
export type Plane = 'content' | 'control'

/** Runs one statement on tables of a plane. */
export interface Queryable<P extends Plane = 'content'> {
  readonly plane: P
  query<Row>(statement: Sql): Promise<Row[]>
}

/** Can leave work in a queue. */
export interface Raising {
  /** Raises the ticket of a broadcast before the work is committed (`tickets.ts`). */
  raise(broadcastId: string): Promise<void>
}

/** A transaction. Every write requires one, so that none can happen outside. */
export interface Tx<P extends Plane = 'content'> extends Queryable<P>, Raising {
  readonly isTransaction: true
  /** What others keep of this transaction (`per-transaction.ts`). */
  readonly kept: Map<symbol, unknown>
  /** Whether content is divided among databases. Statements that insert are then statements of their own: only those run on one shard. */
  isDivided(): boolean
  /** The number of statements other than plain selects, including those that wait. */
  writes(): number
  /** Whether writes of records may wait, to share a statement with later ones. Never within a savepoint. */
  mayBuffer(): boolean
  /** Sets the writes that wait. They run before the next statement, unless that runs aside, and before the commit. */
  attach(buffer: Buffered): void
  /** Counts a write that waits. */
  countWrite(): void
  /** Runs the writes that wait. */
  runWaiting(): Promise<void>
  /** Runs a statement that does not depend on the writes that wait, and changes no record. */
  aside<Row>(statement: Sql): Promise<Row[]>
  /** Runs the last statement, and commits with it. */
  last<Row>(statement: Sql): Promise<Row[]>
  /** Runs several statements without parameters, such as a migration. */
  script(text: string): Promise<void>
  /** Allows the statements that follow to take longer than those of an ordinary request. */
  extendLimit(statementMs: number): Promise<void>
  /** Runs a part in a savepoint, which may fail without failing the rest. */
  savepoint<T>(part: () => Promise<T>): Promise<T>
  /** Calls back after all the work and before the commit. Callbacks of a failed savepoint are dropped. */
  beforeCommit(callback: BeforeCommit): Deferred
  /** Runs the pending callbacks now. */
  flush(): Promise<void>
  /** Calls back right before the commit, after all those and not in a flush, even if it was asked for in a failed savepoint. */
  lastly(callback: () => Promise<void>): void
  /** Calls back once the transaction has been committed. */
  afterCommit(callback: () => void): void
  /** Calls back when the connection is free again, before the caller of the transaction continues. It must not fail. */
  afterEnd(callback: (outcome: Outcome) => Promise<void>): void
}

/** After `unknown`, the commit was not confirmed: the change may or may not have been made. */
export type Outcome = 'committed' | 'rolled back' | 'unknown'

/** `isLast`: nothing follows, so that it may commit with its last statement. */
export type BeforeCommit = (isLast: boolean) => Promise<void>

export interface Deferred {
  isCalledOff: boolean
}

/** Writes that wait, and rows that the transaction has locked and remembers. */
export interface Buffered {
  hasWaiting(): boolean
  /** Runs the waiting writes. */
  run(query: Queryable['query']): Promise<void>
  /** Another statement, or a rollback to a savepoint, may have changed the remembered rows. */
  forget(): void
}

export interface TxOptions<P extends Plane> {
  plane: P
  /** Whether writes of records may wait. */
  isBuffered: boolean
  isDivided: boolean
  tickets: Tickets
  /** Connects to the database that the first statement is about. */
  connect(first: Sql | undefined): Promise<void>
  /** Begins the transaction by a statement of its own. */
  begin(): Promise<void>
  /** Whether the begin may be sent with the first statement. */
  mayBeginWith: boolean
}

export interface OpenTx<P extends Plane> {
  tx: Tx<P>
  /** Whether there is a transaction to roll back. */
  hasBegun(): boolean
  /** Runs everything that waits, and commits. */
  finish(commit: () => Promise<void>): Promise<void>
  onCommitted(): void
  onEnded(outcome: Outcome): Promise<void>
}

export function openTx<P extends Plane>(session: Session, options: TxOptions<P>): OpenTx<P> {
  const { plane, isBuffered, tickets, connect, begin, mayBeginWith } = options
  const raised = new Set<string>()
  let before: { callback: BeforeCommit; deferred: Deferred }[] = []
  let after: (() => void)[] = []
  const last: (() => Promise<void>)[] = []
  const ended: ((outcome: Outcome) => Promise<void>)[] = []
  let writes = 0
  let depth = 0
  let opening: Promise<void> | undefined
  let isDone = false
  let buffer: Buffered | undefined

  const open = (first?: Sql): Promise<void> => {
    opening ??= connect(first).then(begin)
    return opening
  }
  const hasBegun = () => opening !== undefined
  /** The first of several concurrent statements begins the transaction. */
  const run = async <Row>(statement: Sql, bounds?: Bounds): Promise<Row[]> => {
    if (opening || !mayBeginWith) {
      await open(statement)
      return session.run(statement, bounds)
    }
    opening = connect(statement)
    await opening
    return session.run(statement, { ...bounds, begins: true })
  }
  const runWaiting = async () => {
    if (buffer?.hasWaiting()) await buffer.run(run)
  }
  const command = async (text: string) => {
    await runWaiting()
    await open()
    await session.command(text)
  }
  /** Right before the commit: a ticket from the beginning of a long transaction may be gone. */
  const requireTickets = () => Promise.all([...raised].map(tickets.raise))
  const callBack = async (mayBeLast: boolean) => {
    for (let next = before.shift(); next; next = before.shift()) {
      const { callback } = next
      const isLast = last.length === 0 && before.every((other) => other.callback === callback)
      await callback(mayBeLast && isLast)
    }
  }

  const tx: Tx<P> = {
    plane,
    isTransaction: true,
    kept: new Map(),
    isDivided: () => options.isDivided,
    writes: () => writes,
    mayBuffer: () => isBuffered && depth === 0,
    attach(attached) {
      buffer = attached
    },
    countWrite() {
      writes += 1
    },
    runWaiting,
    async query(statement) {
      const isRead = isSelect(statement)
      if (!isRead) writes += 1
      await runWaiting()
      if (!isRead) buffer?.forget()
      // Awaited, so that the stack of an error leads to the caller.
      return await run(statement)
    },
    aside(statement) {
      if (!isSelect(statement)) writes += 1
      return run(statement)
    },
    async raise(broadcastId) {
      if (raised.has(broadcastId)) return
      raised.add(broadcastId)
      // While other statements run; `requireTickets` waits for it, and finds out about a failure.
      tickets.raise(broadcastId).catch(() => {})
    },
    async last<Row>(statement: Sql) {
      writes += 1
      isDone = true
      await requireTickets()
      // A single statement is a transaction.
      const alone = async () => {
        await connect(statement)
        return session.run<Row>(statement)
      }
      const ran = hasBegun() ? run<Row>(statement, { commits: true }) : alone()
      return ran.catch((error: unknown) => {
        throw commitFailure(error)
      })
    },
    script: command,
    async extendLimit(ms) {
      await open()
      session.extend(ms)
      await session.command(localLimit(ms))
    },
    savepoint: async (part) => {
      await command('savepoint part')
      const asked = { before: before.length, after: after.length }
      depth += 1
      try {
        const result = await part()
        await session.command('release savepoint part')
        return result
      } catch (error) {
        await session.command('rollback to savepoint part')
        buffer?.forget()
        for (const { deferred } of before.slice(asked.before)) deferred.isCalledOff = true
        before = before.slice(0, asked.before)
        after = after.slice(0, asked.after)
        throw error
      } finally {
        depth -= 1
      }
    },
    beforeCommit(callback) {
      const deferred = { isCalledOff: false }
      before.push({ callback, deferred })
      return deferred
    },
    flush: () => callBack(false),
    lastly: (callback) => last.push(callback),
    afterCommit: (callback) => after.push(callback),
    afterEnd: (callback) => ended.push(callback),
  }
  return {
    tx,
    hasBegun,
    async finish(commit) {
      await callBack(isBuffered)
      if (isDone) return
      await runWaiting()
      for (const callback of last) await callback()
      await requireTickets()
      if (hasBegun()) await commit()
    },
    onCommitted() {
      for (const broadcastId of raised) tickets.told(broadcastId)
      for (const callback of after) callback()
    },
    async onEnded(outcome) {
      for (const callback of ended) await callback(outcome)
    },
  }
}

import type { Db, Tx } from './db.ts'
import { BufferedWriteFailed, isDatabaseError, isServerSilent, isUnavailable, OutcomeUnknown } from './failures.ts'
import { lockCategoriesAhead } from './records/categories.ts'
import { lockAhead, type RecordTarget } from './records/lock-ahead.ts'

/** What a write is known to need before it runs. */
export interface Needs {
  /** The record that it will change. */
  target?: RecordTarget
  /** The category that it will refer to. */
  category?: { broadcastId: string; key: string }
  /** Its idempotency key, with its scope. Of two writes with the same, the later one must find what the earlier one has stored. */
  idempotencyKey?: string
}

/** Group commit for writers of the same broadcast. */
export interface WriteQueue {
  /**
   * Runs a write in a transaction that it may share with others waiting for the same broadcast, or in the same queue. The work may run
   * more than once. What all of them say that they need is read and locked together.
   */
  write<T>(name: string, work: (tx: Tx) => Promise<T>, needs?: Needs): Promise<T>
}

/**
 * All writes to a broadcast end by updating its counter, so separately they would wait for each other's commits at the lock of that row.
 * Here they wait in a queue instead, and all waiting writes share the next transaction and its commit. They run one after the other,
 * but their rows are written by shared statements where that makes no difference (`records/write-buffer.ts`).
 *
 * A group begins when the work of the one ahead of it is done, while the database still writes and commits that. The one ahead needs no
 * more locks by then except that of the counter, which is taken last: the later one may wait for it, and never both for each other.
 * Each group costs as much as several writes, so that it waits for all requests that have arrived.
 */
export function createWriteQueue(db: Db): WriteQueue {
  const lines = new Map<string, Line>()

  /** Once everything that has arrived is read. */
  const runSoon = (name: string, line: Line): void => void setImmediate(runNext, name, line)
  const runNext = (name: string, line: Line): void => {
    if (line.isWorking || line.open >= mostOpen) return
    const group = line.waiting.splice(0, lengthOfGroup(line))
    if (group.length === 0) {
      if (line.open === 0) lines.delete(name)
      return
    }
    const keys = new Set(group.flatMap(({ needs }) => needs.idempotencyKey ?? []))
    line.isWorking = true
    line.open += 1
    line.keys = line.keys.union(keys)
    let isWorked = false
    const worked = () => {
      if (isWorked) return
      isWorked = true
      line.isWorking = false
      runSoon(name, line)
    }
    void runTogether(db, group, worked).then((silence) => {
      line.open -= 1
      line.keys = line.keys.difference(keys)
      // The others would time out one after the other.
      if (silence) for (const writer of line.waiting.splice(0)) writer.fail(silence.error)
      worked()
      runSoon(name, line)
    })
  }

  return {
    write: <T>(name: string, work: (tx: Tx) => Promise<T>, needs: Needs = {}) =>
      new Promise<T>((resolve, reject) => {
        const line = lines.get(name) ?? { waiting: [], isWorking: false, open: 0, keys: new Set() }
        lines.set(name, line)
        line.waiting.push(writerOf(work, needs, resolve, reject))
        if (line.waiting.length === 1) runSoon(name, line)
      }),
  }
}

/** The writes of a broadcast. */
interface Line {
  waiting: Writer[]
  /** Whether the work of a group is running. */
  isWorking: boolean
  /** The groups that have begun and not ended, and their idempotency keys. */
  open: number
  keys: Set<string>
}

/**
 * How many of the waiting writes the next group has: none whose key an open group has. While no group is being committed, it has half
 * of many, so that the other half is worked on during its commit. All of them would be answered, and come again, at the same moment.
 */
function lengthOfGroup({ waiting, keys, open }: Line): number {
  const half = Math.max(leastTogether, Math.ceil(waiting.length / 2))
  const next = waiting.slice(0, Math.min(maxTogether, open === 0 ? half : waiting.length))
  const blocked = next.findIndex(({ needs }) => needs.idempotencyKey !== undefined && keys.has(needs.idempotencyKey))
  return blocked < 0 ? next.length : blocked
}

/** One that works, and those ahead of it that are written and committed. */
const mostOpen = 3

/** A waiting write: its work, and how its outcome is reported. */
interface Writer {
  /** Runs the work; the returned function reports success to the writer. */
  run(tx: Tx): Promise<() => void>
  needs: Needs
  fail(error: unknown): void
}

const writerOf = <T>(
  work: (tx: Tx) => Promise<T>,
  needs: Needs,
  resolve: (value: T) => void,
  fail: Writer['fail'],
): Writer => ({
  needs,
  async run(tx) {
    const result = await work(tx)
    return () => resolve(result)
  },
  fail,
})

/** The error of a server that does not respond; the waiting writes have not been sent to it. */
type Silence = { error: unknown } | undefined
const silenceOf = (error: unknown): Silence =>
  isServerSilent(error) ? { error: error instanceof OutcomeUnknown ? error.cause : error } : undefined

/** Calls back when the work is done, unless it fails. */
async function runTogether(db: Db, writers: Writer[], worked: () => void): Promise<Silence> {
  const [first, ...others] = writers
  if (first && others.length === 0) return runAlone(db, first, { isBuffered: true, worked })
  try {
    const tellAll = await db.transaction(
      async (tx) => {
        await lockNeeds(tx, writers)
        const told: (() => void)[] = []
        for (const writer of writers) told.push(await runInTurn(tx, writer))
        worked()
        return told
      },
      { isBuffered: true },
    )
    for (const tell of tellAll) tell()
    return undefined
  } catch (error) {
    if (!isUnavailable(error)) return runApart(db, writers)
    // The commit may have been made although it was not confirmed, and a second run would make each change twice.
    for (const writer of writers) writer.fail(error)
    return silenceOf(error)
  }
}

/** One statement for each kind of need that several writers have. */
async function lockNeeds(tx: Tx, writers: Writer[]): Promise<void> {
  const targets = writers.flatMap(({ needs }) => needs.target ?? [])
  if (targets.length > 1) await lockAhead(tx, targets)
  const categories = writers.flatMap(({ needs }) => needs.category ?? [])
  for (const [broadcastId, some] of Map.groupBy(categories, (category) => category.broadcastId)) {
    const keys = new Set(some.map(({ key }) => key))
    if (keys.size > 1) await lockCategoriesAhead(tx, broadcastId, [...keys])
  }
}

async function runAlone(
  db: Db,
  writer: Writer,
  { isBuffered, worked = () => {} }: { isBuffered: boolean; worked?: () => void },
): Promise<Silence> {
  const run = async (tx: Tx) => {
    const tell = await writer.run(tx)
    worked()
    return tell
  }
  try {
    const tell = await db.transaction(run, { isBuffered }).catch((error: unknown) => {
      if (error instanceof BufferedWriteFailed) return db.transaction(run)
      throw error
    })
    tell()
    return undefined
  } catch (error) {
    writer.fail(error)
    return silenceOf(error)
  }
}

/** A write that is refused before it wrote anything leaves no trace, so the others continue. Writes that wait count as written. */
async function runInTurn(tx: Tx, writer: Writer): Promise<() => void> {
  const before = tx.writes()
  try {
    return await writer.run(tx)
  } catch (error) {
    if (tx.writes() > before || isFailure(error)) throw error
    return () => writer.fail(error)
  }
}

const isFailure = (error: unknown) =>
  isDatabaseError(error) || isUnavailable(error) || error instanceof BufferedWriteFailed

/** One write failed, so each gets a savepoint that can be rolled back. */
async function runApart(db: Db, writers: Writer[]): Promise<Silence> {
  const again: Writer[] = []
  try {
    const tellAll = await db.transaction(async (tx) => {
      again.length = 0
      const told: (() => void)[] = []
      for (const writer of writers) {
        try {
          told.push(
            await tx.savepoint(async () => {
              const tell = await writer.run(tx)
              await tx.flush()
              return tell
            }),
          )
        } catch (error) {
          if (isUnavailable(error)) throw error
          if (isDatabaseError(error)) again.push(writer)
          else told.push(() => writer.fail(error))
        }
      }
      return told
    })
    for (const tell of tellAll) tell()
  } catch (error) {
    for (const writer of writers) writer.fail(error)
    return silenceOf(error)
  }
  let silence: Silence
  for (const writer of again) {
    if (silence) writer.fail(silence.error)
    else silence = await runAlone(db, writer, { isBuffered: false })
  }
  return silence
}

const maxTogether = 64
/** So few writes cost less together than in two groups. */
const leastTogether = 16

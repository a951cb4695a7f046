import type { Db, Tx } from './db.ts'
import { BufferedWriteFailed, isDatabaseError, isServerSilent, isUnavailable, OutcomeUnknown } from './failures.ts'
import { exclusiveKeys, lockAhead, type Needs } from './records/lock-ahead.ts'
import { RecordCache } from './records/record-cache.ts'
import { bufferOf } from './records/write-buffer.ts'

/** Group commit for writers of the same broadcast. */
export interface WriteQueue {
  /**
   * Runs a write in a transaction that it may share with others waiting for the same broadcast, or in the same queue. The work may run
   * more than once. The needs of all of them are read or locked together.
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
  const cache = new RecordCache()

  /** Once everything that has arrived is read. */
  const runSoon = (name: string, line: Line): void => {
    if (line.isDue) return
    line.isDue = true
    setImmediate(runNext, name, line)
  }
  const runNext = (name: string, line: Line): void => {
    line.isDue = false
    if (line.isWorking || line.open >= mostOpen || hasTooFew(line)) return
    const group = line.waiting.splice(0, lengthOfGroup(line))
    if (group.length === 0) {
      if (line.open === 0) lines.delete(name)
      return
    }
    const keys = new Set(group.flatMap((writer) => writer.keys))
    line.isWorking = true
    line.open += 1
    line.latest = group.length
    line.keys = line.keys.union(keys)
    let isWorked = false
    const worked = () => {
      if (isWorked) return
      isWorked = true
      line.isWorking = false
      runSoon(name, line)
    }
    void runTogether({ db, cache, worked }, group).then((silence) => {
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
        const line = lines.get(name) ?? newLine()
        lines.set(name, line)
        line.waiting.push(writerOf(work, needs, resolve, reject))
        runSoon(name, line)
      }),
  }
}

/** The writes of a broadcast. */
interface Line {
  waiting: Writer[]
  /** Whether the next group is about to be made. */
  isDue: boolean
  /** Whether the work of a group is running. */
  isWorking: boolean
  /** The number of groups that have begun and not ended, and their exclusive keys. */
  open: number
  keys: Set<string>
  /** The number of writes in the group that began last. */
  latest: number
}

const newLine = (): Line => ({ waiting: [], isDue: false, isWorking: false, open: 0, keys: new Set(), latest: 0 })

/**
 * The callers of a group that was answered come again within a moment. The first few would be a group that costs as much as all of them,
 * and waits for the commit of the one ahead. So at least half as many as are in that one are waited for, or its end.
 */
const hasTooFew = ({ waiting, open, latest }: Line) => open > 0 && 2 * waiting.length < latest

/**
 * The number of waiting writes in the next group, which ends before a write with an exclusive key of an open group. While no group is
 * being committed, the next one takes half of many, so that the other half is worked on during its commit. All of them would be answered,
 * and come again, at the same moment.
 */
function lengthOfGroup({ waiting, keys, open }: Line): number {
  const half = Math.max(leastTogether, Math.ceil(waiting.length / 2))
  const next = waiting.slice(0, Math.min(maxTogether, open === 0 ? half : waiting.length))
  const blocked = next.findIndex((writer) => writer.keys.some((key) => keys.has(key)))
  return blocked < 0 ? next.length : blocked
}

/** One that works, and those ahead of it that are written and committed. */
const mostOpen = 3

/** A waiting write: its work, and how its outcome is reported. */
interface Writer {
  /** Runs the work; the returned function reports success to the writer. */
  run(tx: Tx): Promise<() => void>
  needs: Needs
  /** Its exclusive keys. */
  keys: string[]
  fail(error: unknown): void
}

const writerOf = <T>(
  work: (tx: Tx) => Promise<T>,
  needs: Needs,
  resolve: (value: T) => void,
  fail: Writer['fail'],
): Writer => ({
  needs,
  keys: exclusiveKeys(needs),
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

interface Running {
  db: Db
  cache: RecordCache
  /** Called when the work is done, unless it fails. */
  worked(): void
}

async function runTogether({ db, cache, worked }: Running, writers: Writer[]): Promise<Silence> {
  const [first, ...others] = writers
  try {
    const tellAll = await db.transaction(
      async (tx) => {
        await lockAhead(
          tx,
          writers.map(({ needs }) => needs),
          cache,
        )
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
    const isBuffered = error instanceof BufferedWriteFailed
    // An optimistic read may have been outdated.
    if (isBuffered) invalidate(cache, writers)
    if (others.length > 0 && !isUnavailable(error)) return runApart(db, writers)
    if (first && isBuffered) return runAlone(db, first)
    // The commit may have been made although it was not confirmed, and a second run would make each change twice.
    for (const writer of writers) writer.fail(error)
    return silenceOf(error)
  }
}

function invalidate(cache: RecordCache, writers: Writer[]): void {
  const needs = writers.flatMap(({ needs: { target, category } }) => [target ?? [], category ?? []].flat())
  for (const broadcastId of new Set(needs.map((need) => need.broadcastId))) cache.invalidate(broadcastId)
}

async function runAlone(db: Db, writer: Writer): Promise<Silence> {
  try {
    const tell = await db.transaction((tx) => writer.run(tx))
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
  const isVerified = () => !bufferOf(tx)?.optimistic.dropUnverified()
  try {
    const tell = await writer.run(tx)
    if (isVerified()) return tell
  } catch (error) {
    if (tx.writes() > before || isFailure(error)) throw error
    if (isVerified()) return () => writer.fail(error)
  }
  if (tx.writes() > before) throw new BufferedWriteFailed(new Error('an optimistic read was not verified'))
  // No statement verifies its outcome, so it runs again with a lock.
  return runInTurn(tx, writer)
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
    else silence = await runAlone(db, writer)
  }
  return silence
}

const maxTogether = 64
/** So few writes cost less together than in two groups. */
const leastTogether = 16

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LeaseLost } from '../../src/base/job.ts'
import { createLeasedTasks, type LeasedTaskParts, Stopping } from '../../src/base/leased-tasks.ts'
import { until } from '../support/until.ts'

interface Row {
  broadcast_id: string
  id: string
}

const broadcastId = 'festival'

/** A queue in memory, and the calls that a worker makes. */
function openQueue(ids: string[]) {
  const queue = [...ids]
  const calls: string[] = []
  const lost = new Set<string>()
  const parts: Omit<LeasedTaskParts<Row>, 'run'> = {
    token: 'node',
    clock: { now: () => Date.now() },
    isAlone: false,
    renewMs: 5,
    maxTasks: 2,
    abortAfterMs: 0,
    giveUpAfterMs: 100,
    leases: {
      renew: async (_, renewed) => new Set(renewed.map(({ id }) => id).filter((id) => !lost.has(id))),
      release: async (_, released) => void calls.push(`release ${released.map(({ id }) => id)}`),
      releaseAll: async () => {
        calls.push('release all')
        return new Set([broadcastId])
      },
    },
    async claim({ limit }) {
      calls.push(`claim ${limit}`)
      return queue.splice(0, Math.min(limit, 1)).map((id) => ({ broadcast_id: broadcastId, id }))
    },
    onError: assert.ifError,
  }
  return { parts, calls, lost }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('claims again while there is work, at most to the limit, and when a task ends', async () => {
  const { parts, calls } = openQueue(['a', 'b', 'c'])
  const ended: string[] = []
  const gate = Promise.withResolvers<void>()
  const worker = createLeasedTasks<Row>({
    ...parts,
    run: async ({ id }) => {
      await gate.promise
      ended.push(id)
    },
  })
  worker.wake(broadcastId)
  await until(() => calls.length === 2, 'both claims')
  assert.deepEqual(
    [calls, worker.has('a'), worker.has('b'), worker.has('c')],
    [['claim 2', 'claim 1'], true, true, false],
  )
  gate.resolve()
  await until(() => ended.length === 3, 'the end of all tasks')
  await worker.stop()
})

test('a task whose lease is lost is aborted', async () => {
  const { parts, lost } = openQueue(['a'])
  let reason: unknown
  const worker = createLeasedTasks<Row>({
    ...parts,
    run: async (_, signal) => {
      await untilAborted(signal)
      reason = signal.reason
    },
  })
  worker.wake(broadcastId)
  await until(() => worker.has('a'), 'the claim')
  lost.add('a')
  await until(() => reason !== undefined, 'the end of the task')
  assert(reason instanceof LeaseLost)
  await worker.stop()
})

test('stopping aborts the tasks, and releases also one that ignores it', async () => {
  const { parts, calls } = openQueue(['polite', 'deaf'])
  const reasons: unknown[] = []
  const worker = createLeasedTasks<Row>({
    ...parts,
    run: async ({ id }, signal) => {
      await untilAborted(signal)
      reasons.push(signal.reason)
      if (id === 'deaf') await new Promise(() => {})
    },
  })
  worker.wake(broadcastId)
  await until(() => worker.has('deaf'), 'both claims')
  const stopping = worker.stop()
  // The timer that ends the wait does not keep the process alive by itself.
  const alive = setInterval(() => {}, 1_000)
  await stopping
  clearInterval(alive)
  assert.equal(reasons.filter((reason) => reason instanceof Stopping).length, 2)
  assert.equal(calls.at(-1), 'release polite,deaf')
})

test('alone on the database, the leases of a dead process are released, and its work is claimed', async () => {
  const { parts, calls } = openQueue([])
  const worker = createLeasedTasks<Row>({ ...parts, isAlone: true, run: async () => {} })
  await until(() => calls.length === 2, 'the first claim')
  assert.deepEqual(calls, ['release all', 'claim 2'])
  await worker.stop()
})

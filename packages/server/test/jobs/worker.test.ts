import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JobFailed } from '../../src/base/job.ts'
import type { LeasedWorker } from '../../src/base/leased-worker.ts'
import { newObjectId } from '../../src/base/object-id.ts'
import { createWorker } from '../../src/jobs/worker.ts'
import {
  addJob,
  cancelJob,
  claimJobs,
  type Job,
  type JobHandler,
  type NewJob,
  saveJob,
} from '../../src/store/queues/jobs.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let tenant: TestTenant
const workers: LeasedWorker[] = []

before(async () => {
  service = await startService()
})
after(async () => {
  for (const worker of workers) await worker.stop()
  await service.stop()
})

const errors: unknown[] = []
function startWorker(handlers: Record<string, JobHandler['run'] | JobHandler>): LeasedWorker {
  const { db } = service.platform
  const all = Object.fromEntries(
    Object.entries(handlers).map(([type, handler]) => [
      type,
      typeof handler === 'function' ? { run: handler } : handler,
    ]),
  )
  const worker = createWorker(
    { db, clock: service.clock, handlers: all, onError: (error) => errors.push(error) },
    { isAlone: false },
  )
  workers.push(worker)
  return worker
}

async function add(type: string, more: Partial<NewJob> = {}): Promise<string> {
  tenant ??= await service.newTenant()
  const at = new Date(service.clock.now())
  const job = { broadcastId: tenant.broadcastId, id: newObjectId(at.getTime()), type, payload: {}, at, ...more }
  assert.equal(await service.platform.db.transaction((tx) => addJob(tx, job)), true)
  return job.id
}

const read = async (id: string) => (await tenant.api('GET', `${tenant.path}/jobs/${id}`)).body
const endOf = async (id: string) => {
  await until(async () => (await read(id)).ended_at !== null, 'the end of the job')
  return read(id)
}

test('a job is run once by one of two workers, and shows its progress and result', async () => {
  let done = 0
  const run = async (job: Job) => {
    done += 1
    await job.save({ progress: { pages: 3 } })
    return { made: job.payload.wanted }
  }
  const [one, two] = [startWorker({ once: run }), startWorker({ once: run })]
  const id = await add('once', { payload: { wanted: 5 } })
  one.wake(tenant.broadcastId)
  two.wake(tenant.broadcastId)
  const job = await endOf(id)
  assert.deepEqual([job.status, job.progress, job.result, job.reason], ['succeeded', { pages: 3 }, { made: 5 }, null])
  assert.equal(done, 1)
  const { body } = await tenant.api('GET', `${tenant.path}/jobs?type=once`)
  assert.deepEqual(body.data, [job])
})

test('a job that throws is retried later, with the state it saved', async () => {
  const seen: unknown[] = []
  const worker = startWorker({
    shaky: async (job) => {
      seen.push([job.attempt, { ...job.state }])
      if (job.attempt === 1) {
        await job.save({ state: { step: 2 } })
        throw new Error('the weather')
      }
      return {}
    },
  })
  const id = await add('shaky')
  worker.wake(tenant.broadcastId)
  await until(async () => seen.length === 1 && (await read(id)).status === 'queued', 'the first try')
  service.clock.advance(2_000)
  worker.wake(tenant.broadcastId)
  assert.equal((await endOf(id)).status, 'succeeded')
  assert.deepEqual(seen, [
    [1, {}],
    [2, { step: 2 }],
  ])
  assert.match(String(errors.at(-1)), /the weather/)
})

test('a job that fails with a reason ends at once, together with its writes', async () => {
  const told: unknown[] = []
  const worker = startWorker({
    doomed: {
      run: async () => {
        throw new JobFailed('The website does not answer.')
      },
      onFailed: async (tx, job, reason) => {
        told.push([reason, tx.isTransaction, job.payload])
      },
    },
  })
  const id = await add('doomed', { payload: { address: 'somewhere' } })
  worker.wake(tenant.broadcastId)
  const job = await endOf(id)
  assert.deepEqual([job.status, job.reason, job.result], ['failed', 'The website does not answer.', null])
  assert.deepEqual(told, [['The website does not answer.', true, { address: 'somewhere' }]])
})

test('a permanent failure ends the job after the second attempt, with a reason, and frees its key', async () => {
  const { db } = service.platform
  const mistakes: Record<string, (job: Job) => Promise<never>> = {
    mistaken: async () => {
      throw new TypeError('undefined is not a function')
    },
    colliding: (job) =>
      job.commit(async (tx) => {
        const twice = { broadcastId: job.broadcastId, id: job.id, type: 'twice', payload: {}, at: new Date() }
        await addJob(tx, twice)
        return {}
      }) as Promise<never>,
  }
  for (const [type, run] of Object.entries(mistakes)) {
    const attempts: number[] = []
    const worker = startWorker({
      [type]: (job) => {
        attempts.push(job.attempt)
        return run(job)
      },
    })
    const id = await add(type, { key: type })
    worker.wake(tenant.broadcastId)
    await until(async () => attempts.length === 1 && (await read(id)).status === 'queued', 'the first try')
    service.clock.advance(2_000)
    worker.wake(tenant.broadcastId)
    const job = await endOf(id)
    assert.deepEqual([job.status, attempts], ['failed', [1, 2]])
    assert.match(job.reason, /unexpected error.*log of the service/)
    const next = { broadcastId: tenant.broadcastId, id: newObjectId(0), type, payload: {}, key: type, at: new Date(0) }
    assert.equal(await db.transaction((tx) => addJob(tx, next)), true)
    await db.transaction((tx) => cancelJob(tx, tenant.broadcastId, type, new Date()))
    await worker.stop()
  }
})

test('a job whose failure cannot be stored still ends', async () => {
  let tries = 0
  const worker = startWorker({
    hopeless: {
      run: async () => {
        tries += 1
        throw new JobFailed('The website does not answer.')
      },
      onFailed: async () => {
        throw new TypeError('undefined is not a function')
      },
    },
  })
  const id = await add('hopeless')
  worker.wake(tenant.broadcastId)
  const job = await endOf(id)
  assert.deepEqual([job.status, job.reason, tries], ['failed', 'The website does not answer.', 1])
})

test('a step and its writes are saved together or not at all', async () => {
  const worker = startWorker({
    steps: async (job) => {
      await job.commit(async () => ({ state: { step: 1 }, progress: { step: 1 } }))
      await assert.rejects(
        job.commit(async (tx) => {
          await addJob(tx, { ...wish, id: newObjectId(0) })
          throw new Error('half way')
        }),
      )
      return { state: job.state }
    },
  })
  const id = await add('steps')
  const wish = { broadcastId: tenant.broadcastId, type: 'never', payload: {}, at: new Date() }
  worker.wake(tenant.broadcastId)
  assert.deepEqual((await endOf(id)).result, { state: { step: 1 } })
  assert.deepEqual((await tenant.api('GET', `${tenant.path}/jobs?type=never`)).body.data, [])
})

test('a cancelled job stops at its next step and writes nothing more', async () => {
  let goOn = () => {}
  let failure: unknown
  const started = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let release = () => {}
  const worker = startWorker({
    long: async (job) => {
      goOn()
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await job.save({ progress: { late: true } }).catch((error: unknown) => {
        failure = error
        throw error
      })
      return {}
    },
  })
  const id = await add('long', { key: 'long' })
  worker.wake(tenant.broadcastId)
  await started
  const { db, clock } = service.platform
  const at = new Date(clock.now())
  assert.equal(await db.transaction((tx) => cancelJob(tx, tenant.broadcastId, 'long', at)), true)
  release()
  await until(async () => failure !== undefined, 'the refused save')
  const job = await read(id)
  assert.deepEqual([job.status, job.progress], ['cancelled', {}])
})

test('of jobs with one key only one is unfinished, and a job waits for its time', async () => {
  const worker = startWorker({ later: async () => ({}) })
  const dueAt = new Date(service.clock.now() + 60_000)
  const id = await add('later', { key: 'one', dueAt })
  const { db } = service.platform
  const second = {
    broadcastId: tenant.broadcastId,
    id: newObjectId(1),
    type: 'later',
    payload: {},
    at: dueAt,
    key: 'one',
  }
  assert.equal(await db.transaction((tx) => addJob(tx, second)), false)
  worker.wake(tenant.broadcastId)
  await worker.stop()
  assert.equal((await read(id)).status, 'queued')
  service.clock.advance(60_000)
  startWorker({ later: async () => ({}) }).wake(tenant.broadcastId)
  assert.equal((await endOf(id)).status, 'succeeded')
  assert.equal(await db.transaction((tx) => addJob(tx, { ...second, dueAt })), true)
})

test('a worker that stops releases its job, and the next one resumes it', async () => {
  const attempts: number[] = []
  let isHalfDone = false
  const handler = async (job: Job) => {
    attempts.push(job.attempt)
    if (job.state.half) return { half: true }
    await job.save({ state: { half: true } })
    const stopped = new Promise<never>((_, reject) =>
      job.signal.addEventListener('abort', () => reject(job.signal.reason)),
    )
    isHalfDone = true
    return stopped
  }
  const first = startWorker({ handed: handler })
  const id = await add('handed')
  first.wake(tenant.broadcastId)
  await until(async () => isHalfDone, 'the first worker at work')
  await first.stop()
  startWorker({ handed: handler }).wake(tenant.broadcastId)
  assert.deepEqual((await endOf(id)).result, { half: true })
  assert.deepEqual(attempts, [1, 1], 'an interruption in good order is not counted as a failure')
})

test('the job of a dead worker is taken over when its lease expires', async () => {
  const { db, clock } = service.platform
  const id = await add('orphan')
  const lease = { broadcastId: tenant.broadcastId, token: 'gone', nowMs: clock.now(), leaseMs: 10_000 }
  const gone = { ...lease, limit: 1, perBroadcast: 9, types: ['orphan'] }
  assert.equal((await claimJobs(db, gone)).length, 1)
  const worker = startWorker({ orphan: async (job) => ({ attempt: job.attempt }) })
  worker.wake(tenant.broadcastId)
  assert.equal((await read(id)).status, 'running')
  service.clock.advance(10_000)
  worker.wake(tenant.broadcastId)
  assert.deepEqual((await endOf(id)).result, { attempt: 2 })
})

test('a job that goes on after each crash is never given up, and one that does not is', async () => {
  const { db, clock } = service.platform
  /** As a worker that is killed after its last save. */
  const crash = async (type: string) => {
    const lease = { broadcastId: tenant.broadcastId, token: 'killed', nowMs: clock.now(), leaseMs: 1_000 }
    const [claimed] = await claimJobs(db, { ...lease, limit: 1, perBroadcast: 9, types: [type] })
    assert(claimed)
    service.clock.advance(1_000)
    return claimed
  }
  const moving = await add('moving')
  const stuck = await add('stuck')
  for (let step = 1; step <= 10; step++) {
    await crash('moving')
    await db.transaction((tx) => saveJob(tx, { broadcastId: tenant.broadcastId, id: moving }, { state: { step } }))
    await crash('stuck')
    await db.transaction((tx) => saveJob(tx, { broadcastId: tenant.broadcastId, id: stuck }, { state: { step: 0 } }))
  }
  const attempts: number[] = []
  const run = async (job: Job) => {
    attempts.push(job.attempt)
    return {}
  }
  const worker = startWorker({ moving: run, stuck: run })
  worker.wake(tenant.broadcastId)
  assert.equal((await endOf(moving)).status, 'succeeded')
  const { status, reason } = await endOf(stuck)
  assert.deepEqual([status, reason, attempts], ['failed', 'It was interrupted too often.', [1]])
})

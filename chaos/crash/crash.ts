import { join } from 'node:path'
import { atLeast, atMost, type Figure, told } from '../../bench/figure.ts'
import { openOwnCluster } from '../../bench/own-cluster.ts'
import { type BenchBroadcast, type BenchService, newBroadcasts } from '../../bench/service.ts'
import { childrenOf, isReached, killOften, pause, postmasterIn, until, withService } from '../kills.ts'
import { countGaps, readLog, rebuild } from '../log.ts'
import { createRandom, type Random } from '../random.ts'
import { loggedErrors } from '../service-log.ts'
import type { ChaosSuite } from '../suite.ts'
import { compareLog, compareReads } from './check.ts'
import { keepWriting, type Ledger, newLedger } from './writer.ts'
import { writtenKinds } from './writes.ts'

/** Kills the service and its database while clients write, then checks every answer against the log, and every read against both. */
export const crashSuite: ChaosSuite = {
  about: '`kill -9` of the service and of PostgreSQL during writes of all sorts, with idempotency keys',
  run: ({ isQuick, random }) =>
    withService((service) => {
      const { dataDir, start } = service
      return crash({ service, start, folders: [join(dataDir, 'postgres')] }, amountsOf(isQuick), random)
    }),
}

/** The same with the content on a cluster. A supervisor outside of the suite restarts killed servers. */
export const clusterCrashSuite: ChaosSuite = {
  about: '`kill -9` of the service, of the coordinator and of the workers of a cluster during the same writes',
  needsCluster: true,
  async run({ isQuick, random }) {
    const { env, coordinator, workers, close } = await openOwnCluster()
    const folders = [coordinator, ...workers].map(({ folder }) => folder)
    const amounts = isQuick ? amountsOf(true) : { kills: 60, databaseKills: 60, broadcasts: 20, wanted: 15_000 }
    try {
      return await withService(
        (service) => crash({ service, start: () => startAgain(service), folders }, amounts, random),
        env,
      )
    } finally {
      await close()
    }
  },
}

/** A service whose coordinator is down exits, and a supervisor would restart it. */
async function startAgain({ start }: BenchService): Promise<void> {
  let failure: unknown
  const hasStarted = () =>
    start().then(
      () => true,
      (error) => {
        failure = error
        return false
      },
    )
  if (!(await isReached(hasStarted, 60_000))) throw failure
}

interface Amounts {
  kills: number
  databaseKills: number
  broadcasts: number
  wanted: number
}

const amountsOf = (isQuick: boolean): Amounts =>
  isQuick
    ? { kills: 3, databaseKills: 1, broadcasts: 2, wanted: 300 }
    : { kills: 200, databaseKills: 30, broadcasts: 20, wanted: 50_000 }

/** What is killed. */
interface Victims {
  service: BenchService
  /** Starts the service again. */
  start(): Promise<void>
  /** The data folders of the servers of PostgreSQL. */
  folders: string[]
}

async function crash(victims: Victims, amounts: Amounts, random: Random): Promise<Figure[]> {
  const { service } = victims
  const broadcasts = await newBroadcasts(service, 'Crash', amounts.broadcasts)
  const ledgers = broadcasts.map(newLedger)
  const { acknowledged, downMs } = await writeAndKill(victims, broadcasts, ledgers, amounts, random)
  const logs = await Promise.all(broadcasts.map(readLog))
  const faults = logs.map((log, index) => compareLog(log, ledgers[index] ?? newLedger()))
  const sum = (name: keyof (typeof faults)[number]) => faults.reduce((total, fault) => total + fault[name], 0)
  // First as the killed service knows it, which was last started during the writes; then as one that has just started.
  const compareAll = async () => {
    const differing: string[] = []
    for (const [index, broadcast] of broadcasts.entries()) {
      const log = logs[index] ?? []
      differing.push(...(await compareReads(broadcast, rebuild(log), log.length, random)))
    }
    return differing
  }
  const differing = await compareAll()
  const repeated = await repeatKeyed(broadcasts, ledgers)
  await service.stop()
  await service.start()
  differing.push(...(await compareAll()))
  const unexpected = ledgers.flatMap((ledger) => ledger.unexpected)
  const requestIds = unexpected.map(({ requestId }) => requestId).filter((id) => id !== '')
  for (const line of await loggedErrors(service, requestIds)) console.error(`  ${line}`)
  return [
    atLeast(`writes acknowledged during ${amounts.kills} kills`, acknowledged, amounts.wanted, ''),
    atMost('acknowledged writes that are lost', sum('lost'), 0, ''),
    atMost('acknowledged records that differ in the log', sum('altered'), 0, ''),
    atMost('creates applied twice', sum('twice'), 0, ''),
    atMost('refused writes with an effect', sum('refusedButWritten'), 0, ''),
    atMost('requests applied in part', sum('halfApplied'), 0, ''),
    atMost(
      'gaps in change logs',
      logs.reduce((total, log) => total + countGaps(log), 0),
      0,
      '',
    ),
    atMost('reads that differ from a rebuild', differing.length, 0, '', [...new Set(differing)].slice(0, 5).join(', ')),
    atMost('repeated keys with another answer or effect', repeated.wrong, 0, '', `of ${repeated.count}`),
    atMost(
      'answers that no request may get',
      unexpected.length,
      0,
      '',
      [...new Set(unexpected.map(({ status }) => status))].join(', '),
    ),
    told('kills of PostgreSQL', downMs.length, '', 'the postmaster or one of its processes'),
    told('from a kill of PostgreSQL to the next write, longest', Math.max(0, ...downMs) / 1_000, 's'),
  ]
}

async function writeAndKill(
  { service, start, folders }: Victims,
  broadcasts: BenchBroadcast[],
  ledgers: Ledger[],
  { kills, databaseKills, wanted }: Amounts,
  random: Random,
): Promise<{ acknowledged: number; downMs: number[] }> {
  let acknowledged = 0
  let isOver = false
  const fork = () => createRandom(random.below(2 ** 31))
  const writers = broadcasts.flatMap((broadcast, index) => {
    const shared = {
      broadcast,
      ledger: ledgers[index] ?? newLedger(),
      hosts: [],
      places: [],
      isOver: () => isOver,
      onAcknowledged() {
        acknowledged += 1
      },
    }
    // What is under way at a kill is done again, so there are few writers, some of them on one broadcast.
    const writers = index % 4 === 0 ? [1, 2] : [1]
    return writers.map((writer) => keepWriting(shared, fork(), `b${index}w${writer}`))
  })
  const reader = keepReading(broadcasts, fork(), () => isOver)
  const progress = () => acknowledged / wanted
  const downMs: number[] = []
  try {
    await Promise.all([
      killOften(service, fork(), { count: kills, progress, start }),
      killPostgresOften(folders, fork(), databaseKills, progress, () => acknowledged, downMs),
    ])
    await until(() => progress() >= 1, 'the last write', 600_000)
  } finally {
    isOver = true
  }
  await Promise.all([...writers, reader])
  return { acknowledged, downMs }
}

/** Kills PostgreSQL beside the kills of the service, so that some hit both. Half are of one of its processes, which it recovers from itself. */
async function killPostgresOften(
  folders: string[],
  random: Random,
  count: number,
  progress: () => number,
  acknowledged: () => number,
  downMs: number[],
): Promise<void> {
  while (downMs.length < count) {
    const kills = downMs.length
    const due = (kills + random.next()) / count
    await until(() => progress() >= due, `work up to kill ${kills + 1} of PostgreSQL`, 600_000)
    const postmaster = await untilPostmaster(random.pick(folders))
    const backends = random.chance(0.5) ? await childrenOf(postmaster) : []
    if (!isKilled(backends.length > 0 ? random.pick(backends) : postmaster)) continue
    const [killedAt, before] = [performance.now(), acknowledged()]
    await isReached(() => acknowledged() > before, 60_000)
    downMs.push(performance.now() - killedAt)
  }
}

/** False when the process has ended by itself, such as a connection that was closed. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

async function untilPostmaster(folder: string): Promise<number> {
  for (let tries = 0; tries < 3_000; tries++) {
    const pid = await postmasterIn(folder)
    if (pid !== undefined) return pid
    await pause(20)
  }
  throw new Error('there is no PostgreSQL to kill')
}

/** Reads all the time, so that caches and memory are in use when something dies. */
async function keepReading(broadcasts: BenchBroadcast[], random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { call, path, broadcastId } = random.pick(broadcasts)
    const { plural } = random.pick(writtenKinds)
    const asked = random.pick([`${path}/${plural}`, `/v1/public/${broadcastId}/${plural}`, `${path}/search?q=concert`])
    for (let times = 0; times < 3; times++) await call('GET', asked).catch(() => undefined)
    await pause(100)
  }
}

/** Sends some requests once more under their key: the answers must be the same, and nothing may be written. */
async function repeatKeyed(broadcasts: BenchBroadcast[], ledgers: Ledger[]): Promise<{ count: number; wrong: number }> {
  let [count, wrong] = [0, 0]
  for (const [index, { call, path }] of broadcasts.entries()) {
    const sequence = async () => (await call('GET', `${path}/usage`)).body.sequence
    const before = await sequence()
    for (const { request, key, answer } of ledgers[index]?.keyed.slice(-10) ?? []) {
      const { body } = await call('POST', request.path, request.body, { 'idempotency-key': key })
      count += 1
      if (JSON.stringify(body) !== JSON.stringify(answer)) wrong += 1
    }
    if ((await sequence()) !== before) wrong += 1
  }
  return { count, wrong }
}

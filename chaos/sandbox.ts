import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { atLeast, atMost, type Figure, told } from '../bench/figure.ts'
import { memoryMb } from '../bench/process-use.ts'
import { type BenchBroadcast, newBroadcast, newService } from '../bench/service.ts'
import { fixed, newWorkflow, worked } from '../bench/workflows.ts'
import { allHostile, climbs, type HostileProgram } from '../packages/server/test/support/hostile-programs.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Runs hostile programs in code nodes and expressions. */
export const sandboxSuite: ChaosSuite = {
  about:
    'hostile programs in code nodes and expressions: endless loops, memory bombs, escapes, floods of output and promises',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const canary = await newCanary()
  const service = await newService()
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'Sandbox')
    const other = await newBroadcast(service, 'Neighbour')
    const programs = shuffled(allHostile, random)
    const inCode = isQuick ? quickest(programs).slice(0, 12) : programs
    const inExpressions = isQuick ? programs.slice(0, 6) : programs
    const escapes = shuffled(climbs(), random).slice(0, isQuick ? 40 : 1_000)
    const files = await filesOf(service.dataDir)
    const before = await sample(other)
    const memoryBefore = await memoryMb(service.pid())

    // A few get the whole five seconds of a code node, the others end with their run.
    const limit = () => (random.chance(0.9) ? { timeLimitSeconds: 2 } : {})
    const ended: Ended[] = []
    const inTurns = async (all: HostileProgram[], how: (program: HostileProgram) => Promise<Ended>) => {
      const waiting = [...all]
      const work = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift()) ended.push(await how(one))
      }
      await Promise.all([work(), work()])
    }
    await inTurns(inCode, ({ name, source }) => runOne(broadcast, name, codeNode(source, canary.port), limit()))
    await inTurns(inExpressions, ({ name, source }) =>
      runOne(broadcast, `${name}, in an expression`, expressionNode(`(() => { ${asPlain(source)} })()`), {}),
    )
    const reached = await climbAll(broadcast, escapes)
    const after = await sample(other)
    const memoryAfter = await settledMemory(service.pid(), memoryBefore + memoryBack)

    const late = ended.filter(({ ms }) => ms > longestMs)
    const odd = ended.filter(({ status }) => !['succeeded', 'failed', 'timedOut'].includes(status))
    const strange = (await filesOf(service.dataDir)).filter((file) => !files.includes(file) && !isOwnFile(file))
    for (const { name, ms, status } of [...late, ...odd].slice(0, 10))
      console.error(`  ${name}: ${status} after ${ms} ms`)
    for (const line of [...reached, ...strange].slice(0, 10)) console.error(`  ${line}`)
    return [
      atLeast('programs', ended.length + escapes.length, isQuick ? 50 : 400, ''),
      atMost('programs that did not end within their limit', late.length, 0, ''),
      told('longest run', Math.max(...ended.map(({ ms }) => ms)) / 1_000, 's'),
      atMost('runs that did not end', odd.length, 0, ''),
      atMost('ways to anything outside the sandbox', reached.length, 0, ''),
      atMost('connections that programs opened', canary.count(), 0, ''),
      atMost('files that programs left', strange.length, 0, ''),
      atMost('results of an honest program that changed', before === after ? 0 : 1, 0, ''),
      atMost('memory that did not come back', Math.max(0, memoryAfter - memoryBefore), memoryBack, 'MB'),
    ]
  } finally {
    await service.remove()
    canary.close()
  }
}

interface Ended {
  name: string
  status: string
  ms: number
}

/** Code may take 5 s and an expression 0.5 s; a replaced child and a busy machine take their time. */
const longestMs = 30_000
/** The heap of a service grows with its first runs, whatever they do. */
const memoryBack = 150

async function runOne(
  broadcast: BenchBroadcast,
  name: string,
  node: { id: string } & Record<string, unknown>,
  limit: { timeLimitSeconds?: number },
): Promise<Ended> {
  const startedAt = performance.now()
  const workflow = await newWorkflow(broadcast, broadcast.path, [node], limit)
  // A run that is still going on after the wait is answered with 202.
  let { body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, { input: { a: [1] } })
  while (['queued', 'running'].includes(body.status) && performance.now() - startedAt < 2 * longestMs) {
    await pause(100)
    body = (await broadcast.call('GET', `${broadcast.path}/workflowRuns/${body._id}`)).body
  }
  const ms = Number(body.durationMs ?? performance.now() - startedAt)
  await broadcast.call('DELETE', workflow)
  return { name, status: String(body.status ?? JSON.stringify(body).slice(0, 200)), ms }
}

const codeNode = (source: string, canary: number) => ({
  id: 'code',
  type: 'code',
  config: { code: fixed(`const canary = ${canary};\n${source}`) },
})
const expressionNode = (expression: string) => ({ id: 'if', type: 'if', config: { condition: worked(expression) } })

/** Expressions cannot await. */
const asPlain = (source: string) => source.replaceAll(/\bawait\b/g, '')

/** Each expression must end in the sandbox: it gives nothing, or throws. */
async function climbAll(broadcast: BenchBroadcast, escapes: string[]): Promise<string[]> {
  const reached: string[] = []
  for (let from = 0; from < escapes.length; from += 50) {
    const some = escapes
      .slice(from, from + 50)
      .map((climb) => `(() => { try { return ${climb} } catch { return "threw" } })()`)
    const code = `return [${some.join(',\n')}]`
    const workflow = await newWorkflow(broadcast, broadcast.path, [
      { id: 'code', type: 'code', config: { code: fixed(code) } },
    ])
    const { body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, { input: { a: [1] } })
    const output: unknown[] = body.nodeResults?.[0]?.output ?? []
    if (output.length !== some.length) reached.push(`${some.length} escapes gave ${JSON.stringify(body).slice(0, 300)}`)
    for (const [at, value] of output.entries())
      if (value !== 'undefined' && value !== 'threw' && value !== null) reached.push(`${some[at]} gave ${value}`)
  }
  return reached
}

/** What an honest program of another tenant gives. */
async function sample(broadcast: BenchBroadcast): Promise<string> {
  const code = `return [typeof ({}).polluted, [1].map((n) => n + 1), JSON.stringify({ a: 1 }), typeof process, Object.keys(Object.prototype)]`
  const workflow = await newWorkflow(broadcast, broadcast.path, [
    { id: 'code', type: 'code', config: { code: fixed(code) } },
  ])
  const { body } = await broadcast.call('POST', `${workflow}/runs?wait=true`, {})
  return JSON.stringify(body.nodeResults?.[0]?.output)
}

/** Garbage is collected in its own time; this waits for it. */
async function settledMemory(pid: number, enough: number): Promise<number> {
  let memory = await memoryMb(pid)
  for (let tries = 0; tries < 20 && memory > enough; tries++) {
    await pause(500)
    memory = await memoryMb(pid)
  }
  return memory
}

/** Programs that end at once when they fail come first in the short form; endless ones take five seconds each. */
const quickest = (programs: HostileProgram[]) => {
  const isSlow = ({ name }: HostileProgram) => /^(endless|slow|regex)/.test(name)
  return [...programs.filter(isSlow).slice(0, 1), ...programs.filter((one) => !isSlow(one))]
}

const filesOf = async (folder: string) => (await readdir(folder, { recursive: true })).map(String)
const isOwnFile = (file: string) => /^(postgres|service\.log|media|files)/.test(file)

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)
}

async function newCanary() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    count: () => connections,
    close: () => server.close(),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSandbox, type SandboxOutcome, type SandboxPool } from '../../src/workflows/sandbox/index.ts'
import {
  allHostile,
  climbs,
  deep,
  endless,
  escapes,
  floods,
  giants,
  type HostileProgram,
  memory,
  poisons,
  regexes,
  slow,
} from '../support/hostile-programs.ts'

/** How much later than its limit a program may end. */
const lateMs = 250
/** The number of children for code; one more is reserved for expressions. */
const children = 2

let sandbox: SandboxPool
let canaryPort: number
let connections = 0
const failures: unknown[] = []
const canary = createServer((socket) => {
  connections += 1
  socket.destroy()
})

before(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const address = canary.address()
  canaryPort = typeof address === 'object' && address ? address.port : 0
  sandbox = createSandbox({ size: children + 1, onError: (error) => failures.push(error) })
  await sandbox.warm()
})

after(async () => {
  await sandbox.close()
  canary.close()
})

test('there are more than 60 hostile programs, each with a unique name', () => {
  assert(allHostile.length > 150)
  assert.equal(new Set(allHostile.map(({ name }) => name)).size, allHostile.length)
})

for (const [what, programs] of Object.entries({ endless, slow, regexes, memory, deep, floods })) {
  test(`programs that exhaust resources are ended in time: ${what}`, async () => {
    for (const [program, outcome] of await runAll(programs, 60)) {
      assert.equal(outcome.ok, false, `${program.name} gave a result`)
    }
  })
}

test('results that are too large, or cannot be stored, never leave the child', async () => {
  for (const [program, outcome] of await runAll(giants, 300)) {
    assert(!outcome.ok, `${program.name} gave a result`)
    assert(Buffer.byteLength(outcome.message) <= 2_048, program.name)
    assert(Buffer.byteLength(outcome.logs.join('\n')) <= 16_384 + 100, program.name)
  }
})

test('programs cannot access anything outside the VM', async () => {
  for (const [program, outcome] of await runAll(escapes, 1_000)) {
    if (outcome.ok) assert.deepEqual(outcome.values, [null], program.name)
    else assert.equal(outcome.reason, 'error', program.name)
  }
  assert.equal(connections, 0)
})

test('more than 200 ways to a function constructor end in the VM', async () => {
  const sources = climbs().map((climb) => `(() => { try { return ${climb} } catch { return "threw" } })()`)
  assert(sources.length > 200)
  const outcome = await sandbox.run({ kind: 'expressions', sources, variables: { input: { a: [1] } }, limitMs: 2_000 })
  assert(outcome.ok, JSON.stringify(outcome))
  for (const [index, value] of outcome.values.entries()) {
    assert(value === 'undefined' || value === 'threw' || value === null, `${sources[index]} gave ${value}`)
  }
})

test('modified globals are gone after their program', async () => {
  const source = `return [
    typeof ({}).polluted, typeof [].polluted, [1].map((n) => n + 1), JSON.stringify({ a: 1 }), "abc".slice(1),
    typeof globalThis.Promise, Object.isFrozen(Object.prototype), Object.keys(globalThis), Object.keys(Object.prototype),
  ]`
  const look = () => run({ name: 'look', source }, 1_000)
  const clean = await look()
  assert.deepEqual(clean, {
    ok: true,
    values: [['undefined', 'undefined', [2], '{"a":1}', 'bc', 'function', false, ['console', 'canary', 'input'], []]],
    logs: [],
  })
  for (const program of poisons) {
    await run(program, 1_000)
    // As often as there are children, so that all are checked.
    for (const _ of [1, 2, 3]) assert.deepEqual(await look(), clean, program.name)
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  }
})

test('the service retains no memory of programs', async () => {
  const some = giants.slice(0, 10)
  await runAll(some, 100)
  const before = residentBytes()
  for (const _ of [1, 2]) await runAll(some, 100)
  const after = residentBytes()
  assert(after < before * 1.1 + 4_194_304, `${before} bytes before, ${after} after`)
})

test('no hostile program opened a connection, or ended a child unexpectedly', () => {
  assert.equal(connections, 0)
  assert.deepEqual(failures, [])
})

/** Runs programs, one on each child at a time, and checks their duration. */
async function runAll(programs: HostileProgram[], limitMs: number): Promise<[HostileProgram, SandboxOutcome][]> {
  const outcomes: [HostileProgram, SandboxOutcome][] = []
  for (let at = 0; at < programs.length; at += children) {
    // An ended child is being replaced; that does not count for the next program.
    await sandbox.warm()
    const together = programs
      .slice(at, at + children)
      .map(async (program): Promise<[HostileProgram, SandboxOutcome]> => {
        const stopwatch = startStopwatch()
        const outcome = await run(program, limitMs)
        const tookMs = stopwatch()
        assert(tookMs < limitMs + lateMs, `${program.name} took ${Math.round(tookMs)} ms`)
        return [program, outcome]
      })
    outcomes.push(...(await Promise.all(together)))
  }
  return outcomes
}

/** Counts the time in which this process worked or could have: the load of the machine does not count. */
function startStopwatch(): () => number {
  const beatMs = 5
  let tookMs = 0
  let lastMs = performance.now()
  let lastCpu = process.cpuUsage()
  const beat = () => {
    const nowMs = performance.now()
    const { user, system } = process.cpuUsage(lastCpu)
    tookMs += Math.min(nowMs - lastMs, 4 * beatMs + (user + system) / 1_000)
    lastMs = nowMs
    lastCpu = process.cpuUsage()
  }
  const timer = setInterval(beat, beatMs)
  return () => {
    clearInterval(timer)
    beat()
    return tookMs
  }
}

const run = ({ source }: HostileProgram, limitMs: number) =>
  sandbox.run({ kind: 'code', source, variables: { canary: canaryPort, input: { a: [1] } }, limitMs })

function residentBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage.rss()
}

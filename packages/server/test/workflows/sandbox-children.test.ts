import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createFrameReader, frameOf } from '../../src/workflows/sandbox/child/frames.mjs'
import { startChild } from '../../src/workflows/sandbox/child.ts'
import { sandboxCommand } from '../../src/workflows/sandbox/command.ts'
import { createSandbox, type SandboxJob, type SandboxPool } from '../../src/workflows/sandbox/index.ts'
import { encodeJob } from '../../src/workflows/sandbox/job.ts'
import { defaultLimits } from '../../src/workflows/sandbox/limits.ts'
import { elapse, until } from '../support/until.ts'

const code = (source: string, limitMs = 5_000): SandboxJob => ({ kind: 'code', source, variables: {}, limitMs })
const stuck = 'return ("a".repeat(2e7)).indexOf("a".repeat(1e7) + "b")'
/** Only Linux shows parent processes. */
const onLinux = { skip: process.platform !== 'linux' }

test('jobs are started in order of arrival', async (t) => {
  const sandbox = createSandbox({ size: 1 })
  t.after(() => sandbox.close())
  const order: number[] = []
  const jobs = [0, 1, 2, 3, 4].map(async (n) => {
    await sandbox.run(code(`for (let i = 0; i < ${(5 - n) * 10_000}; i++); return ${n}`))
    order.push(n)
  })
  await Promise.all(jobs)
  assert.deepEqual(order, [0, 1, 2, 3, 4])
})

test(
  'an idle sandbox has no children; the first job starts one, and one that is lost is replaced',
  onLinux,
  async (t) => {
    const sandbox = createSandbox({ size: 2 })
    t.after(() => sandbox.close())
    const before = childrenOf(process.pid)
    const ours = () => childrenOf(process.pid).filter((pid) => !before.includes(pid))
    assert.deepEqual(ours(), [])
    await sandbox.run(code('return 1'))
    const [first, ...others] = ours()
    assert.deepEqual(others, [])
    assert.equal((await sandbox.run(code('for (;;);', 50))).ok, false)
    await until(() => ours().length === 1 && ours()[0] !== first, 'another child')
  },
)

test('a killed child fails only its own job', onLinux, async (t) => {
  const failures: unknown[] = []
  const before = childrenOf(process.pid)
  const sandbox = createSandbox({ size: 3, onError: (error) => failures.push(error) })
  t.after(() => sandbox.close())
  await sandbox.run(code('return 1'))
  const [victim = 0] = childrenOf(process.pid).filter((pid) => !before.includes(pid))
  const lost = sandbox.run(code(stuck, 20_000))
  const others = Promise.all([1, 2, 3].map((n) => sandbox.run(code(`return ${n}`))))
  assert.deepEqual(
    (await others).map((outcome) => outcome.ok),
    [true, true, true],
  )
  process.kill(victim, 'SIGKILL')
  assert.deepEqual(await lost, {
    ok: false,
    reason: 'crashed',
    message: 'The process that ran the program ended.',
    logs: [],
  })
  assert.equal(failures.length, 1)
  assert.match(String(failures[0]), /A sandbox process ended with SIGKILL/)
  assert.equal((await sandbox.run(code('return 1'))).ok, true)
})

test('a stuck program delays no other', async (t) => {
  const sandbox = createSandbox({ size: 3 })
  t.after(() => sandbox.close())
  await sandbox.warm()
  let isOver = false
  const long = sandbox.run(code(stuck, 1_500)).then((outcome) => {
    isOver = true
    return outcome
  })
  for (let n = 0; n < 20; n++) assert.equal((await sandbox.run(code(`return ${n}`))).ok, true)
  assert.equal(isOver, false)
  const outcome = await long
  assert.equal(!outcome.ok && outcome.reason, 'timeout')
})

test('whatever a program does, its process stays small', onLinux, async (t) => {
  const before = childrenOf(process.pid)
  const sandbox = createSandbox({ size: 1 })
  t.after(() => sandbox.close())
  await sandbox.warm()
  const [pid = 0] = childrenOf(process.pid).filter((one) => !before.includes(one))
  const bomb =
    'const a = []; for (;;) { try { for (;;) a.push("x".repeat(1e6) + a.length, new Uint8Array(1e5)) } catch { a.length = 0 } }'
  let isOver = false
  const run = sandbox.run(code(bomb, 700)).finally(() => {
    isOver = true
  })
  let peakBytes = 0
  while (!isOver) {
    peakBytes = Math.max(peakBytes, residentBytesOf(pid))
    await elapse(10)
  }
  assert.equal((await run).ok, false)
  assert(peakBytes > 0 && peakBytes < 190 * 1_048_576, `${Math.round(peakBytes / 1_048_576)} MiB`)
})

test('closing ends the children and settles waiting jobs', onLinux, async () => {
  const before = childrenOf(process.pid)
  const sandbox = createSandbox({ size: 1 })
  await sandbox.run(code('return 1'))
  const jobs = [sandbox.run(code(stuck)), sandbox.run(code('return 1'))]
  await sandbox.close()
  const outcomes = await Promise.all([...jobs, sandbox.run(code('return 1'))])
  assert.deepEqual(
    outcomes.map((outcome) => !outcome.ok && outcome.reason),
    ['crashed', 'crashed', 'crashed'],
  )
  assert.deepEqual(
    childrenOf(process.pid).filter((pid) => !before.includes(pid)),
    [],
  )
})

test(
  'when the service is killed its children end by themselves, also one that is stuck in a program',
  onLinux,
  async () => {
    const source = `
    import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
    import { createSandbox } from ${JSON.stringify(new URL('../../src/workflows/sandbox/index.ts', import.meta.url).href)}
    const sandbox = createSandbox({ size: 2 })
    await sandbox.warm()
    console.log(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'))
    sandbox.run(${JSON.stringify(code(stuck, 1_000))})
  `
    const service = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(service.stdout, 'data')
    const pids = String(said).trim().split(/\s+/).map(Number)
    assert.equal(pids.length, 2)
    await elapse(100)
    service.kill('SIGKILL')
    await once(service, 'exit')
    await until(() => pids.every((pid) => !isRunning(pid)), 'the end of the children', 10_000)
  },
)

test('a child can read the engine and its own folder, and nothing else', () => {
  const answers = probe(`
    const fs = await import('node:fs')
    const tried = async (what) => { try { await what(); return 'done' } catch (error) { return error.code ?? error.name } }
    const answers = {
      env: Object.keys(process.env),
      own: await tried(() => fs.readFileSync(${inChild('main.mjs')})),
      passwd: await tried(() => fs.readFileSync('/etc/passwd')),
      service: await tried(() => fs.readFileSync(${inChild('../pool.ts')})),
      list: await tried(() => fs.readdirSync('/')),
      write: await tried(() => fs.writeFileSync('/tmp/marquee-sandbox-probe', 'x')),
      writeOwn: await tried(() => fs.writeFileSync(${inChild('main.mjs')}, 'x')),
      spawn: await tried(async () => (await import('node:child_process')).spawnSync('id')),
      worker: await tried(async () => new (await import('node:worker_threads')).Worker('1', { eval: true })),
      eval: await tried(() => (0, eval)('1')),
      proto: '__proto__' in {},
    }
    console.log(JSON.stringify(answers))
  `)
  const denied = 'ERR_ACCESS_DENIED'
  const closed = { passwd: denied, service: denied, list: denied, write: denied, writeOwn: denied }
  assert.deepEqual(answers, {
    ...{ env: [], own: 'done', ...closed, spawn: denied, worker: denied, eval: 'EvalError', proto: false },
  })
})

test('before the first job a child removes everything that could reach the network', () => {
  const answers = probe(`
    const { Socket } = await import('node:net')
    const { giveUpPowers, freezeInherited, stdin } = await import(${inChild('powers.mjs')})
    const { log } = console
    giveUpPowers()
    freezeInherited()
    const tried = async (what) => { try { await what(); return 'done' } catch (error) { return error.message } }
    const names = ['process', 'global', 'fetch', 'WebSocket', 'require']
    const answers = {
      globals: names.filter((name) => name in globalThis),
      module: await tried(() => import('node:http')),
      plain: await tried(() => import('net')),
      socket: await tried(() => new Socket().connect(1, '127.0.0.1')),
      input: await tried(() => stdin.connect(1, '127.0.0.1')),
      prototype: Object.isFrozen(Object.prototype),
    }
    log(JSON.stringify(answers))
  `)
  const [closed, noNetwork] = ['The sandbox is closed.', 'The sandbox has no network.']
  assert.deepEqual(answers, {
    ...{ globals: [], module: closed, plain: closed, socket: noNetwork, input: noNetwork, prototype: true },
  })
})

test('polluted prototypes of the service do not affect the environment of a child', async (t) => {
  const sandbox = createSandbox({ size: 1 })
  t.after(() => sandbox.close())
  Object.defineProperty(Object.prototype, 'NODE_OPTIONS', {
    value: '--no-such-option',
    enumerable: true,
    configurable: true,
  })
  t.after(() => Reflect.deleteProperty(Object.prototype, 'NODE_OPTIONS'))
  const outcome = await sandbox.run(code('return 1'))
  assert.equal(outcome.ok, true)
})

test('the sandbox works where node_modules is a link', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
  t.after(() => rm(folder, { recursive: true }))
  const source = fileURLToPath(new URL('../../src/', import.meta.url))
  for (const part of ['workflows/sandbox', 'base/json.ts'])
    await cp(join(source, part), join(folder, 'src', part), { recursive: true })
  await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const { createSandbox: createThere } = await import(join(folder, 'src/workflows/sandbox/index.ts'))
  const sandbox: SandboxPool = createThere({ size: 1, onError: assert.ifError })
  const outcome = await sandbox.run(code('return 1'))
  await sandbox.close()
  assert.equal(outcome.ok, true)
})

test('a child that cannot start fails its job, and logs the reason for the operator', async () => {
  const failures: unknown[] = []
  const command = { ...sandboxCommand(defaultLimits), flags: ['--no-such-option'] }
  const child = startChild({ command, limits: defaultLimits, onError: (error) => failures.push(error) })
  assert.equal(await child.ready, false)
  await child.ended
  assert.match(String(failures), /--no-such-option/)
})

test('an invalid reply is refused, and ends the child', async () => {
  const lies = {
    'a length of 2 GiB': 'Buffer.from([255, 255, 255, 127])',
    'a frame longer than any reply': 'Buffer.concat([Buffer.from([0, 0, 16, 0]), Buffer.alloc(1 << 20)])',
    'a part longer than its frame': 'Buffer.from([4, 0, 0, 0, 9, 0, 0, 0])',
    'no JSON': 'frame("{")',
    'a head of another shape': 'frame(JSON.stringify({ ok: true }))',
    'an unknown reason': 'frame(JSON.stringify({ ok: false, isSpent: false, logs: [], reason: "x", message: "m" }))',
    'too many values': 'frame(JSON.stringify({ ok: true, isSpent: false, logs: [] }), "1", "2")',
    'too few values': 'frame(JSON.stringify({ ok: true, isSpent: false, logs: [] }))',
  }
  for (const [name, lie] of Object.entries(lies)) {
    const source = `
      const part = (text) => { const b = Buffer.alloc(4); b.writeUInt32LE(text.length); return Buffer.concat([b, Buffer.from(text)]) }
      const frame = (...parts) => part(Buffer.concat(parts.map(part)))
      process.stdout.write(frame())
      process.stdin.on('data', () => process.stdout.write(${lie}))
    `
    const command = { file: process.execPath, flags: [], args: ['-e', source], folder: '/' }
    const child = startChild({ command, limits: defaultLimits, onError: assert.ifError })
    assert.equal(await child.ready, true)
    const job = code('return 1')
    const encoded = encodeJob(job, defaultLimits)
    assert('frame' in encoded)
    const outcome = await child.run(job, encoded.frame)
    assert.equal(!outcome.ok && outcome.reason, 'crashed', name)
    await child.ended
  }
})

test('frames are parsed unchanged, however the bytes are split', () => {
  const sent = [[], ['a'], ['', 'é😀', 'x'.repeat(70_000)]]
  const bytes = Buffer.concat(sent.map(frameOf))
  for (const step of [1, 3, 4, 5, 1_000, bytes.length]) {
    const got: string[][] = []
    const take = createFrameReader(100_000, (parts) => got.push(parts.map(String)))
    for (let at = 0; at < bytes.length; at += step) take(bytes.subarray(at, at + step))
    assert.deepEqual(got, sent, `cut into ${step}`)
  }
  assert.throws(() => createFrameReader(10, () => {})(frameOf(['x'.repeat(100)])), RangeError)
})

test('after a job the memory of a VM is byte for byte its initial memory', async () => {
  const { vm, runProgram } = await newVm()
  const pristine = Buffer.from(Buffer.from(vm.memory.buffer))
  const source = `
    globalThis.kept = Array.from({ length: 2000 }, (_, i) => input + i)
    const text = input.repeat(1e5)
    text.charCodeAt(5)
    Object.prototype[input] = new Map([[input, new Error(input)]])
    console.log(input)
    return input.length
  `
  for (const _ of [1, 2]) {
    const job = { kind: 'code', limitMs: 5_000, variables: '{"input":"s3cret-of-a-tenant"}', sources: [source] }
    assert.equal(runProgram(vm, job, defaultLimits).ok, true)
    assert(Buffer.from(vm.memory.buffer).includes('s3cret-of-a-tenant'))
    assert.equal(vm.renew(), true)
    assert(Buffer.from(vm.memory.buffer).equals(pristine))
  }
  const grown = { kind: 'code', limitMs: 5_000, variables: '{}', sources: ['return new Uint8Array(3e7).length'] }
  assert.equal(runProgram(vm, grown, defaultLimits).ok, true)
  assert.equal(vm.renew(), false)
})

test('nothing is left of a program with the deepest possible stack', async () => {
  const { vm, runProgram } = await newVm()
  const pristine = Buffer.from(Buffer.from(vm.memory.buffer))
  const deep = [
    'const f = (n) => f(n + 1) + 1; return f(0)',
    'const f = (a, b, c, d, e, g, h) => f(a, b, c, d, e, g, [h]); return f()',
    'class A { get b() { return this.b } } return new A().b',
    'const o = { toString: () => String(o) }; return String(o)',
    'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.a',
    'let o = []; for (let i = 0; i < 5e3; i++) o = [o]; return String(o)',
    'let o = {}; for (let i = 0; i < 5e3; i++) o = { o }; return JSON.stringify(o).length',
    'return JSON.parse("[".repeat(1e5))',
    'return new RegExp("(?:".repeat(5e3) + "a" + ")".repeat(5e3)).test("a")',
    'return /^(?:a|b|(?=c)c)*$/.test("abc".repeat(5e3))',
    `return ${'('.repeat(5e3)}1${')'.repeat(5e3)}`,
    `return ${'['.repeat(5e3)}${']'.repeat(5e3)}`,
    'return [..."ab".repeat(500)].sort(function f(a, b) { return [b, a].sort(f).length })',
    'const f = () => { try { f() } finally { f() } }; f()',
    'return Math.max(...Array(2e4).fill(1))',
  ]
  for (const source of deep) {
    runProgram(vm, { kind: 'code', limitMs: 300, variables: '{}', sources: [source] }, defaultLimits)
    assert.equal(vm.renew(), true, source)
    assert(Buffer.from(vm.memory.buffer).equals(pristine), source)
  }
})

test('a VM whose stack exceeded its limit is not used again', async () => {
  const { vm, runProgram } = await newVm()
  const memory = Buffer.from(vm.memory.buffer)
  const before = Buffer.from(memory)
  const job = { kind: 'code', limitMs: 5_000, variables: '{}', sources: ['const f = () => f() + 1; f()'] }
  runProgram(vm, job, defaultLimits)
  // The data is first, then a gap, then the stack that grows down.
  const deepest = memory.findIndex((byte, at) => at > 1_000_000 && byte !== before[at])
  assert.equal(vm.renew(), true)
  memory[deepest - 3 * defaultLimits.stackBytes] = 1
  assert.equal(vm.renew(), false)
})

async function newVm() {
  const { createVm } = await import(childUrl('vm.mjs').href)
  const { runProgram } = await import(childUrl('program.mjs').href)
  const { args } = sandboxCommand(defaultLimits)
  const { engine, wasmFile } = JSON.parse(args[1] ?? '')
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new (bytes: Buffer) => unknown } }
  const { startSmall } = await import(childUrl('memory.mjs').href)
  const wasmModule = new WebAssembly.Module(startSmall(readFileSync(wasmFile)))
  return { vm: await createVm({ quickjs: await import(engine), wasmModule, limits: defaultLimits }), runProgram }
}

/** Runs a module like a child, with its flags and no environment, and returns its output. */
function probe(source: string): unknown {
  const { file, flags, folder } = sandboxCommand(defaultLimits)
  const args = [...flags, '--input-type=module', '-e', source, 'child', '{}']
  const { stdout, stderr } = spawnSync(file, args, { env: Object.create(null), cwd: folder, encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}

const childUrl = (name: string) => new URL(`../../src/workflows/sandbox/child/${name}`, import.meta.url)
const inChild = (name: string) => JSON.stringify(fileURLToPath(childUrl(name)))

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function residentBytesOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0
  }
}

function isRunning(pid: number): boolean {
  try {
    const [, state] = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return state !== 'Z'
  } catch {
    return false
  }
}

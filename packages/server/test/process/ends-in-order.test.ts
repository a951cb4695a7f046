import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Installation, migratedInstallation, program } from '../support/process.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

/** Makes `marquee` believe that it runs on an older Node, so that it starts the service in a child process. */
const onOlderNode = preload(
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } })`,
)

test('when the launcher is killed, the service and its database stop', bounded, async (t) => {
  let serving = 0
  t.after(() => end(serving))
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = await installation.serve()
  serving = (await childrenOf(service.pid))[0] ?? 0
  assert(serving > 0, 'the service runs in a child process')
  process.kill(service.pid, 'SIGKILL')
  await until(() => !isRunning(serving), 'the end of the serving process')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('when the launcher is killed during startup, no process is left behind', bounded, async (t) => {
  let serving = 0
  t.after(() => end(serving))
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = installation.start(['serve'])
  await until(async () => (await installation.findPostmaster()) !== undefined, 'the start of PostgreSQL')
  serving = (await childrenOf(service.pid))[0] ?? 0
  process.kill(service.pid, 'SIGKILL')
  await until(() => !isRunning(serving), 'the end of the serving process')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('when npm ends, the launcher and the service stop', bounded, async (t) => {
  const installation = await migratedInstallation(t, {
    MARQUEE_DEMO: 'false',
    npm_lifecycle_event: 'start',
    ...onOlderNode,
  })
  // npm runs its scripts in a shell.
  const shell = spawn('sh', ['-c', '"$0" "$1" serve; exit $?', process.execPath, program], {
    env: installation.env,
    stdio: 'ignore',
  })
  const shellEnded = once(shell, 'exit')
  await until(() => isAnswering(installation), 'a service that answers')
  const [started = 0] = await childrenOf(shell.pid ?? 0)
  const [serving = 0] = await childrenOf(started)
  t.after(() => [started, serving].forEach(end))
  assert(serving > 0, 'the service runs in a child process')
  shell.kill('SIGKILL')
  await shellEnded
  await until(() => !isRunning(serving) && !isRunning(started), 'the end of both processes')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('a full log disk does not end the service', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', MARQUEE_LOG_LEVEL: 'debug' })
  const full = await open('/dev/full', 'w')
  const service = spawn(process.execPath, [program, 'serve'], {
    env: installation.env,
    stdio: ['ignore', full.fd, full.fd],
  })
  const ended = once(service, 'exit')
  await full.close()
  t.after(async () => {
    service.kill('SIGKILL')
    await ended
  })
  await until(() => isAnswering(installation), 'a service that answers', 30_000)
  for (let turn = 0; turn < 20; turn++) assert(await isAnswering(installation))
  service.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(await installation.findPostgres(), [])
})

test('the launcher forwards signals and exits with the same code', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = await installation.serve()
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test('an uncaught error shuts down the service and its database cleanly', bounded, async (t) => {
  for (const [name, fail] of [
    ['an exception', `throw new Error('broken on purpose')`],
    ['a rejection', `Promise.reject(new Error('broken on purpose'))`],
  ] as const) {
    const installation = await migratedInstallation(t, {
      MARQUEE_DEMO: 'false',
      ...preload(`process.on('SIGUSR2', () => { ${fail} })`),
    })
    const service = await installation.serve()
    service.child.kill('SIGUSR2')
    const { code, stderr } = await service.ended
    assert.equal(code, 1, name)
    assert.match(stderr, /"level":60.*broken on purpose/, name)
    assert.deepEqual(await installation.findPostgres(), [], name)
  }
})

test('an uncaught error during startup leaves no database running', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
  const record = join(installation.dataDir, 'postgres/postmaster.pid')
  const failing = preload(`
    import { existsSync } from 'node:fs'
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(record)})) return
      clearInterval(timer)
      throw new Error('broken on purpose')
    }, 1)`)
  const { code, stdout, stderr } = await installation.run(['serve'], failing)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /broken on purpose/)
  assert.deepEqual(await installation.findPostgres(), [])
})

/** Code that runs in the process before `marquee`. */
function preload(code: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

const isAnswering = ({ url }: Installation) =>
  fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

function end(pid: number): void {
  if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

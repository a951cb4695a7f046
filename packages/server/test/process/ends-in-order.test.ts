import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newInstallation } from '../support/process.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

/** Has `marquee` take the Node that it runs on for an older one, so that it starts the service in a second process. */
const onOlderNode = preload(
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } })`,
)

test('killed, the process that was started takes the one that serves with it, and its database', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = await installation.serve()
  const [serving = 0] = await childrenOf(service.pid)
  assert(serving > 0, 'the service runs in a process of its own')
  process.kill(service.pid, 'SIGKILL')
  await until(() => !isRunning(serving), 'the end of the serving process')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('killed while the service starts, the process that was started leaves nothing running', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = installation.start(['serve'])
  await until(async () => (await installation.findPostmaster()) !== undefined, 'the start of PostgreSQL')
  const [serving = 0] = await childrenOf(service.pid)
  process.kill(service.pid, 'SIGKILL')
  await until(() => !isRunning(serving), 'the end of the serving process')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('told to stop, the process that was started passes it on and ends with the same code', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_DEMO: 'false', ...onOlderNode })
  const service = await installation.serve()
  assert.equal((await service.stop()).code, 0)
  assert.deepEqual(await installation.findPostgres(), [])
})

test('an error that nobody caught stops the service in order, with its database', bounded, async (t) => {
  for (const [name, fail] of [
    ['an exception', `throw new Error('broken on purpose')`],
    ['a rejection', `Promise.reject(new Error('broken on purpose'))`],
  ] as const) {
    const installation = await newInstallation(t, {
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

test('an error that nobody caught while the service starts leaves no database running', bounded, async (t) => {
  const installation = await newInstallation(t, { MARQUEE_DEMO: 'false' })
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

/** Code that runs before that of `marquee`, in the real process. */
function preload(code: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

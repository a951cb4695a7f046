import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort, type Installation, migratedInstallation, type Service } from '../support/process.ts'
import { until } from '../support/until.ts'

const bounded = { timeout: 240_000 }

/** The processes that have listened, by their log. */
const listening = ({ stderr }: Service): number[] =>
  stderr()
    .split('\n')
    .filter((line) => line.includes('Server listening'))
    .map((line) => JSON.parse(line).pid)

async function serveTwo(installation: Installation): Promise<{ service: Service; pids: number[] }> {
  const service = await installation.serve()
  await until(() => listening(service).length === 2, 'two listening processes')
  return { service, pids: listening(service) }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A request on a connection of its own, so that any process may answer it. */
const ask = (url: string) => fetch(url, { headers: { connection: 'close' } })

test('several processes serve one port, and their metrics are joined', bounded, async (t) => {
  const metricsPort = await freePort()
  const installation = await migratedInstallation(t, {
    MARQUEE_DEMO: 'false',
    MARQUEE_PROCESSES: '2',
    MARQUEE_METRICS_PORT: String(metricsPort),
  })
  const { service } = await serveTwo(installation)
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const counted = async () => {
    const line = /^marquee_http_request_duration_seconds_count\{.*route="\/livez".*\} (\d+)$/m.exec(await metrics())
    return Number(line?.[1] ?? 0)
  }
  for (let number = 0; number < 10; number++) assert.equal((await ask(`${installation.url}/livez`)).status, 200)
  await until(async () => (await counted()) === 10, 'a joined count of ten')
  // What is counted in the database is the same in each process.
  assert.match(await metrics(), /^marquee_queue_due\{queue="deliveries"\} 0$/m)
  const { code, stdout } = await service.stop()
  assert.equal(code, 0)
  assert.equal(stdout.split('Marquee is ready').length, 2, 'one welcome')
  assert.deepEqual(await installation.findPostgres(), [])
})

/** The first response, from a connection that is made as soon as the port is open. */
async function firstAnswer(url: string): Promise<number> {
  let status = 0
  await until(async () => {
    status = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(30_000) }).then(
      (answer) => answer.status,
      (error: Error) => {
        if (!isNotOpen.has(String(Object(error.cause).code))) throw error
        return 0
      },
    )
    return status > 0
  }, 'an open port')
  return status
}

/** Before there is a port, and when it was tried whether it is free. */
const isNotOpen = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

test('a connection is answered however soon it is made', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', MARQUEE_PROCESSES: '2' })
  for (let start = 0; start < 3; start++) {
    const [service, ...answers] = await Promise.all([
      installation.serve(),
      ...Array.from({ length: 4 }, () => firstAnswer(installation.url)),
    ])
    assert.deepEqual(answers, [200, 200, 200, 200])
    assert.equal((await service.stop()).code, 0)
  }
})

test('a process that is killed is replaced while the others serve', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', MARQUEE_PROCESSES: '2' })
  const { service, pids } = await serveTwo(installation)
  const [first = 0] = pids
  process.kill(first, 'SIGKILL')
  await until(() => !isRunning(first), 'its end')
  for (let number = 0; number < 5; number++) assert.equal((await ask(`${installation.url}/readyz`)).status, 200)
  await until(() => listening(service).length === 3, 'another process')
  assert.match(service.stderr(), /a process of the service has ended; another one is started/)
  assert.equal((await service.stop()).code, 0)
  for (const pid of listening(service)) assert(!isRunning(pid))
  assert.deepEqual(await installation.findPostgres(), [])
})

test('when the process that started the others is killed, all of them and the database stop', bounded, async (t) => {
  const installation = await migratedInstallation(t, { MARQUEE_DEMO: 'false', MARQUEE_PROCESSES: '2' })
  const { service, pids } = await serveTwo(installation)
  await service.kill()
  await until(() => !pids.some(isRunning), 'the end of all processes')
  assert.deepEqual(await installation.findPostgres(), [])
})

test('a start that cannot succeed ends with one explanation', bounded, async (t) => {
  const taken = await migratedInstallation(t, { MARQUEE_DEMO: 'false' })
  const service = await taken.serve()
  const installation = await migratedInstallation(t, {
    MARQUEE_DEMO: 'false',
    MARQUEE_PROCESSES: '2',
    PORT: String(taken.port),
  })
  const { code, stderr } = await installation.run(['serve'])
  assert.equal(code, 1)
  assert.equal(stderr.split('is in use by another program').length, 2, stderr)
  assert.deepEqual(await installation.findPostgres(), [])
  assert.equal((await service.stop()).code, 0)
})

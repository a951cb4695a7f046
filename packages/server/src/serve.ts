import { once } from 'node:events'
import type { Logger } from 'pino'
import { systemClock } from './base/clock.ts'
import { keepTicksQuick } from './base/ticks.ts'
import { type Config, unknownOptions } from './config.ts'
import { type Demo, type DemoWithKeys, demoAtStart } from './demo/demo.ts'
import { withoutRows } from './http/problem.ts'
import { requireFreePort } from './listening.ts'
import { createLog } from './log.ts'
import { openPlatform, type Platform } from './platform.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { findWebDiffuser } from './store/public/public.ts'

/** Runs the service until a signal stops it, and returns the exit code. */
export async function serve(config: Config): Promise<number> {
  keepTicksQuick()
  const log = createLog(config.logLevel)
  for (const name of unknownOptions(process.env)) log.warn(`${name} is not an option of Marquee`)
  // Handled from the first moment, because a service stopped during startup must still close its database. And never
  // removed, because npm and the terminal both forward Ctrl-C, and the second signal must not end the process early.
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(0))
  if (config.endsWithParent) onParentGone(() => stop.abort(0))
  onUncaught((error) => {
    log.fatal({ err: withoutRows(error) }, 'uncaught error; the service stops')
    stop.abort(1)
  })
  // Counted from the first signal, because a start that hangs must end as well.
  stop.signal.addEventListener('abort', () => {
    setTimeout(() => process.exit(Number(stop.signal.reason) || 1), stopWithinMs).unref()
  })
  const platform = await openPlatform(config, { role: 'service', clock: systemClock, log })
  const runtime = await start(platform, log, stop.signal).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  const code = Number(stop.signal.reason)
  setTimeout(() => runtime?.app.server.closeAllConnections(), drainWithinMs).unref()
  await (runtime ?? { stop: platform.close }).stop()
  return code
}

/** Longer requests are aborted, so that there is time left to stop the database. */
const drainWithinMs = 20_000
const stopWithinMs = 30_000

/** By default Node exits at once, and would leave the embedded database running. */
function onUncaught(callback: (error: unknown) => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, callback)
}

/** `npm start` may end without forwarding the signal to its child; the service would become an orphan. */
function onParentGone(callback: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callback()
  }, parentCheckMs).unref()
}

const parentCheckMs = 250

/** Undefined when it was stopped before it was ready. */
async function start(platform: Platform, log: Logger, stop: AbortSignal): Promise<Runtime | undefined> {
  const { config } = platform
  // First, because a demo created by a start that then fails would never show its API key.
  await requireFreePort(config)
  if (config.metrics) await requireFreePort(config.metrics, 'MARQUEE_METRICS_')
  const demo = config.hasDemo && !stop.aborted ? await demoAtStart(platform) : undefined
  if (stop.aborted) return undefined
  const runtime = await startRuntime(platform, log)
  process.stdout.write(welcome(runtime.url, demo, demo && (await siteOf(platform, demo))))
  return runtime
}

/** The slug of the demo festival's site, unless someone has changed or deleted it. */
async function siteOf({ db }: Platform, { broadcastId }: Demo): Promise<string | undefined> {
  const channel = await findWebDiffuser(db, broadcastId)
  return channel === undefined ? undefined : (JSON.parse(channel).slug ?? undefined)
}

function welcome(url: string, demo: Demo | DemoWithKeys | undefined, site: string | undefined): string {
  const lines = [
    '',
    `  Marquee is ready at ${url}`,
    `  Studio              ${url}/studio/`,
    `  API reference       ${url}/reference`,
    '',
  ]
  if (!demo) return `${lines.join('\n')}\n`
  const credentials =
    'apiKey' in demo
      ? [
          `  Demo sign-in        ${demo.email}  ${demo.password}`,
          `  Demo API key        ${demo.apiKey}`,
          '                      shown only once; `npx marquee key create` creates more',
        ]
      : [`  Demo sign-in        ${demo.email}`, '                      `npx marquee demo` shows the password and a key']
  const header = 'apiKey' in demo ? `'Authorization: Bearer ${demo.apiKey}'` : '"Authorization: Bearer $MQ_KEY"'
  return `${[
    ...lines,
    ...(site === undefined ? [] : [`  Demo festival       ${url}/${site}/`]),
    ...credentials,
    `  Demo broadcast      /v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`,
    '',
    '  Try it:',
    '',
    `  curl -H ${header} '${url}/v1/events?day=2027-07-02&limit=3'`,
    '',
    `  curl -H ${header} -H 'Content-Type: application/json' -d '{"name":"Lost and found","category":"facility"}' ${url}/v1/places`,
    '',
  ].join('\n')}\n`
}

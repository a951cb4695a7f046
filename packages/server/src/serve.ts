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

/** Runs the service until it is told to stop, and returns the exit code. */
export async function serve(config: Config): Promise<number> {
  keepTicksQuick()
  const log = createLog(config.logLevel)
  for (const name of unknownOptions(process.env)) log.warn(`${name} is not an option of Marquee`)
  // Heard from the first moment: told to stop while it starts, the service must still see to its database. And heard for
  // good: npm and the terminal both pass Ctrl-C on, and the second must not end the process before it is done.
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(0))
  if (config.endsWithParent) onParentGone(() => stop.abort(0))
  onUncaught((error) => {
    log.fatal({ err: withoutRows(error) }, 'an error was not caught; the service stops')
    stop.abort(1)
  })
  // From the first wish to stop: a start that hangs must end as well.
  stop.signal.addEventListener('abort', () => {
    setTimeout(() => process.exit(Number(stop.signal.reason) || 1), stopWithinMs).unref()
  })
  const platform = await openPlatform(config, { role: 'service', clock: systemClock, log })
  const runtime = await begin(platform, log, stop.signal).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  const code = Number(stop.signal.reason)
  setTimeout(() => runtime?.app.server.closeAllConnections(), drainWithinMs).unref()
  await (runtime ?? { stop: platform.close }).stop()
  return code
}

/** Requests that take longer are cut off, so that there is time left to stop the database. */
const drainWithinMs = 20_000
const stopWithinMs = 30_000

/** By default Node ends at once, and would leave the embedded database running. */
function onUncaught(callback: (error: unknown) => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, callback)
}

/** `npm start` that is told to stop, or killed, may not tell its child; the service would go on with nobody to end it. */
function onParentGone(callback: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callback()
  }, parentLookMs).unref()
}

const parentLookMs = 250

/** Undefined when it was told to stop before it was ready. */
async function begin(platform: Platform, log: Logger, stop: AbortSignal): Promise<Runtime | undefined> {
  const { config } = platform
  // First, because the key of a demo made by a start that then fails would never be shown.
  await requireFreePort(config)
  if (config.metrics) await requireFreePort(config.metrics, 'MARQUEE_METRICS_')
  const demo = config.hasDemo && !stop.aborted ? await demoAtStart(platform) : undefined
  if (stop.aborted) return undefined
  const runtime = await startRuntime(platform, log)
  process.stdout.write(welcome(runtime.url, demo))
  return runtime
}

function welcome(url: string, demo: Demo | DemoWithKeys | undefined): string {
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
          '                      shown this once; `npx marquee key create` makes more',
        ]
      : [`  Demo sign-in        ${demo.email}`, '                      `npx marquee demo` shows the password and a key']
  const header = 'apiKey' in demo ? `'Authorization: Bearer ${demo.apiKey}'` : '"Authorization: Bearer $MQ_KEY"'
  return `${[
    ...lines,
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

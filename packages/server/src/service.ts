import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { systemClock } from './base/clock.ts'
import type { Config } from './config.ts'
import { loadRichText } from './content/rich-text-cache.ts'
import { loadValidator } from './content/shape.ts'
import type { OpenDatabase } from './database.ts'
import { type Demo, type DemoWithKeys, demoAtStart } from './demo/demo.ts'
import { requireFreePorts } from './listening.ts'
import { openPlatform, type Platform } from './platform.ts'
import { isFirstProcess, reportReady } from './processes.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { findWebDiffuser } from './store/public/public.ts'

/** A service that runs, or one that was stopped before it was ready. */
export interface Service {
  /** Aborts requests in progress. */
  closeConnections(): void
  /** Refuses new requests, finishes work in progress, then closes everything. */
  stop(): Promise<void>
}

/** Starts the service on a database that is being opened, and prints its address. */
export async function startService(
  config: Config,
  { log, database, stop }: { log: Logger; database: Promise<OpenDatabase>; stop: AbortSignal },
): Promise<Service> {
  const platform = await openPlatform(config, { role: 'service', clock: systemClock, log, database })
  const runtime = await start(platform, log, stop).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  if (runtime) {
    reportReady()
    void preload(stop)
  }
  return {
    closeConnections: () => runtime?.app.server.closeAllConnections(),
    stop: () => (runtime ?? { stop: platform.close }).stop(),
  }
}

/**
 * Loads what the first requests need, one library in each turn of the event loop. The service is ready before that, and a request
 * waits for one of them at most. Compiled code is written now, because a service that is killed would write none.
 */
async function preload(stop: AbortSignal): Promise<void> {
  for (const load of [loadRichText, loadValidator]) {
    await nextTurn()
    if (stop.aborted) return
    load()
  }
  flushCompileCache()
}

/** Undefined when it was stopped before it was ready. */
async function start(platform: Platform, log: Logger, stop: AbortSignal): Promise<Runtime | undefined> {
  const { config } = platform
  // First, because a demo created by a start that then fails would never show its API key.
  await requireFreePorts(config)
  const demo = config.hasDemo && !stop.aborted ? await demoAtStart(platform) : undefined
  const site = demo && (await siteOf(platform, demo))
  if (stop.aborted) return undefined
  // Nothing after it asks the database, so that a start that fails leaves no runtime behind.
  const runtime = await startRuntime(platform, log)
  if (isFirstProcess()) process.stdout.write(welcome(runtime.url, demo, site))
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

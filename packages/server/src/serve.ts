import { systemClock } from './base/clock.ts'
import { type Config, unknownOptions } from './config.ts'
import { type Demo, ensureDemo } from './demo/demo.ts'
import { createLog } from './log.ts'
import { openPlatform } from './platform.ts'
import { startRuntime } from './runtime.ts'

/** Runs the service until it is told to stop, and returns the exit code. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config.logLevel)
  for (const name of unknownOptions(process.env)) log.warn(`${name} is not an option of Marquee`)
  const platform = await openPlatform(config, { role: 'service', clock: systemClock })
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0))
    platform.onDatabaseLost(() => {
      log.fatal('the embedded database has stopped')
      resolve(1)
    })
  })
  const demo = config.hasDemo ? await ensureDemo(platform) : undefined
  const runtime = await startRuntime(platform, log).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  process.stdout.write(welcome(runtime.url, demo))
  const code = await stopped
  setTimeout(() => process.exit(code || 1), stopWithinMs).unref()
  await runtime.stop()
  return code
}

const stopWithinMs = 30_000

function welcome(url: string, demo: Demo | undefined): string {
  const lines = ['', `  Marquee is ready at ${url}`, `  API reference       ${url}/reference`, '']
  if (!demo) return `${lines.join('\n')}\n`
  const path = `${url}/v1/users/${demo.userId}/broadcasts/${demo.broadcastId}`
  const credentials = demo.isNew
    ? [
        `  Demo sign-in        ${demo.email}  ${demo.password}`,
        `  Demo API key        ${demo.apiKey}`,
        '                      shown this once; `npx marquee key create` makes more',
      ]
    : [`  Demo sign-in        ${demo.email}`, '                      `npx marquee demo` shows the password and a key']
  const key = demo.isNew ? demo.apiKey : '$MARQUEE_KEY'
  return `${[
    ...lines,
    ...credentials,
    '',
    '  Try it:',
    '',
    `  curl -H 'X-API-KEY: ${key}' '${path}/broadcastSessions?limit=3&locale=en&fields=title,time'`,
    '',
    `  curl -H 'X-API-KEY: ${key}' -H 'Content-Type: application/json' -d '{"title":"Sound check"}' ${path}/broadcastSessions`,
    '',
  ].join('\n')}\n`
}

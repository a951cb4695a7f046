import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbeddedPostgres } from '../packages/server/src/store/embedded.ts'
import type { eventOf } from './seed.ts'

/** A running Payload with content. */
export interface Payload {
  name: string
  port: number
  headers: Record<string, string>
  eventIds: string[]
  categories: Record<string, string>
  end(): Promise<void>
}

type PeerEvent = Omit<ReturnType<typeof eventOf>, 'start_time' | 'end_time'> & {
  start: string
  end: string
  status: string
}

/** Installs Payload in a new folder beside this project, with a PostgreSQL like that of the service, and fills it. */
export async function startPayload(events: PeerEvent[]): Promise<Payload> {
  const project = fileURLToPath(new URL('..', import.meta.url))
  const folder = await mkdtemp(join(dirname(project), 'marquee-peer-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const end = async () => {
    for (const one of ends.splice(0).toReversed()) await one()
  }
  try {
    await cp(new URL('payload', import.meta.url), folder, { recursive: true })
    await install(folder)
    const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'data'), role: 'service' })
    ends.push(() => postgres.close())
    const database = { connection: postgres.connection, poolSize }
    const filling = startProcess(folder, 'development', { ...database, events })
    const { key, categories, ids } = (await filling.reply) as Content
    await filling.end()
    const serving = startProcess(folder, 'production', database)
    ends.push(serving.end)
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return {
      name: `Payload ${dependencies.payload}`,
      port: Number(await serving.reply),
      headers: { authorization: `users API-Key ${key}` },
      eventIds: ids.map(String),
      categories,
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** More than two for each concurrent request, so that the pool is not the limit. */
const poolSize = 80

interface Content {
  key: string
  categories: Record<string, string>
  ids: (string | number)[]
}

/** The exact versions of the lockfile. No package needs its install script. */
async function install(folder: string): Promise<void> {
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('Payload could not be installed; npm needs its registry for that.')
}

function startProcess(folder: string, mode: string, message: object) {
  const child = fork(join(folder, 'server.js'), {
    cwd: folder,
    env: { ...process.env, NODE_ENV: mode },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  child.send(message)
  const reply = Promise.race([
    once(child, 'message').then(([value]: unknown[]) => value),
    exited.then(() => {
      throw new Error('Payload ended')
    }),
  ])
  return {
    reply,
    async end() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

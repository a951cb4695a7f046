import pg from 'pg'
import { DatabaseSilent } from './failures.ts'
import { probeTicks, quietTicks, tickMs } from './limits.ts'

/**
 * Notices a database that does not respond, long before statements time out. An operation without a response for 0.4 s is followed by
 * a probe: a connection of its own, which asks whether the server still works on the statement. Without a single byte from the server
 * for another second, all operations fail, and new ones at once until a probe is answered. A slow statement of a server that responds is
 * never cut. The next probe that is answered ends the transactions on connections that were cut, and so releases their locks: the
 * server may not have noticed. Time is counted in ticks of this process, so that its own pauses do not look like those of the database.
 */
export interface Silence {
  /** A statement was sent. */
  sent(client: pg.Client): void
  /** Its outcome. `isResponse` unless the connection failed. */
  settled(client: pg.Client, isResponse: boolean): void
  /** The value of a promise, unless the database falls silent before; a later value goes to `onLate`. */
  orSilence<T>(start: () => Promise<T>, onLate: (late: T) => void): Promise<T>
  stop(): void
}

interface Sent {
  /** Statements of a connection that wait for each other. */
  count: number
  since: number
  /** The bytes received when a probe found that the server does not work on it; a second one in a row proves that it is lost. */
  idleAt: number | undefined
}

interface Wait {
  since: number
  fail(error: Error): void
}

export interface SilenceOptions {
  /** A new connection, not opened yet. */
  newClient(): pg.Client
  /** Closes a connection abruptly. */
  cut(client: pg.Client): void
  /** The connections that wait in the pool for a statement. */
  idle(): Iterable<pg.Client>
}

export function watchSilence({ newClient, cut, idle }: SilenceOptions): Silence {
  /** In the order of sending, so that the first is the oldest. */
  const statements = new Map<pg.Client, Sent>()
  const waits = new Set<Wait>()
  let now = 0
  /** The tick of the last byte from the server. */
  let heardAt = 0
  let isSilent = false
  /** When the connections to these processes of the server were cut. */
  const cutAtMs = new Map<number, number>()
  let probe: { client: pg.Client; since: number; bytes: number } | undefined

  const hear = () => {
    heardAt = now
    isSilent = false
  }
  /** Idle connections are probably lost too, and would each cost a request. */
  const cutAll = (lost: Iterable<pg.Client>) => {
    for (const client of [...lost, ...idle()]) {
      cutAtMs.set(pidOf(client), performance.now())
      cut(client)
    }
  }
  const fallSilent = () => {
    isSilent = true
    for (const { fail } of waits) fail(new DatabaseSilent())
    waits.clear()
    cutAll(statements.keys())
  }
  /** Cuts the connections on which the server does not work, although it should. */
  const compare = (quiet: [pg.Client, Sent][], isWorking: (client: pg.Client) => boolean) => {
    const lost = quiet.filter(([client, sent]) => {
      if (statements.get(client) !== sent || isWorking(client)) {
        sent.idleAt = undefined
        return false
      }
      const bytes = bytesOf(client)
      const isLost = sent.idleAt === bytes
      sent.idleAt = bytes
      return isLost
    })
    if (lost.length > 0) cutAll(lost.map(([client]) => client))
  }
  const ask = async (client: pg.Client) => {
    const quiet = [...statements].filter(([, { since }]) => now - since >= quietTicks)
    try {
      await client.connect()
      const own = pidOf(client)
      const { rows } = await client.query<{ pid: number; state: string | null }>(statesSql, [
        [own, ...quiet.map(([waiting]) => pidOf(waiting))],
      ])
      hear()
      const states = new Map(rows.map(({ pid, state }) => [pid, state]))
      // A pooler between the two has its own numbers of processes, so nothing is known about single connections.
      if (!states.has(own)) return cutAtMs.clear()
      compare(quiet, (waiting) => isWorking(states.get(pidOf(waiting))))
      if (cutAtMs.size > 0) await endAbandoned(client, cutAtMs)
    } catch (error) {
      if (error instanceof pg.DatabaseError) hear()
      // No server listens, so none works on a statement.
      else if (isRefused(error)) {
        isSilent = false
        compare(quiet, () => false)
      }
    }
  }
  const startProbe = () => {
    const client = newClient()
    const own = { client, since: now, bytes: 0 }
    probe = own
    void ask(client).finally(() => {
      cut(client)
      if (probe === own) probe = undefined
    })
  }
  const isQuiet = () => now - Math.min(oldestOf(statements.values()), oldestOf(waits)) >= quietTicks
  const timer = setInterval(() => {
    now += 1
    if (!probe) {
      if (isSilent || isQuiet()) startProbe()
      return
    }
    // Over a slow network, each step of connecting counts as a response.
    const bytes = bytesOf(probe.client)
    if (bytes > probe.bytes) heardAt = now
    probe.bytes = bytes
    if (now - Math.max(probe.since, heardAt) < probeTicks) return
    cut(probe.client)
    probe = undefined
    fallSilent()
  }, tickMs)
  timer.unref()

  return {
    sent(client) {
      const before = statements.get(client)
      if (before) before.count += 1
      else statements.set(client, { count: 1, since: now, idleAt: undefined })
    },
    settled(client, isResponse) {
      if (isResponse) hear()
      const sent = statements.get(client)
      if (!sent) return
      statements.delete(client)
      if (sent.count > 1) statements.set(client, { count: sent.count - 1, since: now, idleAt: undefined })
    },
    orSilence: <T>(start: () => Promise<T>, onLate: (late: T) => void) =>
      new Promise<T>((resolve, reject) => {
        if (isSilent) return reject(new DatabaseSilent())
        const wait: Wait = { since: now, fail: reject }
        waits.add(wait)
        const end = () => {
          wait.fail = letGo
          return waits.delete(wait)
        }
        start().then(
          (value) => (end() ? resolve(value) : onLate(value)),
          (error) => {
            end()
            reject(error)
          },
        )
      }),
    stop() {
      clearInterval(timer)
      if (probe) cut(probe.client)
    },
  }
}

/** Ends the processes whose connections were cut, unless they have ended themselves: then others may have their numbers. */
async function endAbandoned(client: pg.Client, cutAtMs: Map<number, number>): Promise<void> {
  const nowMs = performance.now()
  const pids = [...cutAtMs.keys()]
  const seconds = [...cutAtMs.values()].map((ms) => (nowMs - ms) / 1_000)
  cutAtMs.clear()
  await client.query(endSql, [pids, seconds])
}

const endSql = `
  select pg_terminate_backend(a.pid)
  from unnest($1::int[], $2::float8[]) cut (pid, seconds) join pg_stat_activity a using (pid)
  where a.usename = current_user and a.state like 'idle%'
    and a.backend_start < clock_timestamp() - cut.seconds * interval '1 second'`

const statesSql = 'select pid, state from pg_stat_activity where pid = any($1::int[])'

/** The state is unknown when the server does not track activities. */
const isWorking = (state: string | null | undefined) => state !== undefined && !state?.startsWith('idle')

const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')

/** A set may keep what was deleted from it until all memory is collected (decision 0191). */
const letGo = () => {}

/** Of items in the order of their beginning. */
function oldestOf(items: Iterable<{ since: number }>): number {
  for (const { since } of items) return since
  return Number.POSITIVE_INFINITY
}

interface Inside {
  processID?: number | null
  connection?: { stream?: { bytesRead?: number } }
}

const pidOf = (client: pg.Client) => (client as unknown as Inside).processID ?? 0
const bytesOf = (client: pg.Client) => (client as unknown as Inside).connection?.stream?.bytesRead ?? 0

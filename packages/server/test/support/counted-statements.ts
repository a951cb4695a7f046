import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { TestService } from './service.ts'
import { elapse } from './until.ts'

/**
 * The SQL statements caused by the requests of some work, without those of background jobs.
 * `prime` is a request by the same caller that refreshes the node's expired caches first.
 */
export async function statementsOf(
  service: TestService,
  work: () => Promise<unknown>,
  prime?: () => Promise<unknown>,
): Promise<string[]> {
  watch(service.runtime.app.server)
  await settled()
  if (prime) {
    service.clock.advance(knownForMs + 1)
    await prime()
  }
  const texts: string[] = []
  const note = (text: string) => {
    if (request.getStore() && !isAboutServers(text)) texts.push(text.replaceAll(/\s+/g, ' ').trim())
  }
  const { db, control } = service.platform
  const stops = [db.onStatement(note), control.onStatement(note)]
  try {
    await work()
    await settled()
  } finally {
    for (const stop of stops) stop()
  }
  return texts
}

/**
 * Whether a statement notifies other nodes of a committed write, or its queues: the webhook relay each time, and all of them by a ticket,
 * which a node raises once in five seconds.
 */
export const isNews = (text: string) => /^select pg_notify|relay_cursors|^insert into tickets/.test(text)

/**
 * Whether a statement asks which server of this run another one is for: about the replica (MARQUEE_TEST_REPLICA), or, once in a while,
 * where a broadcast is in the cluster (MARQUEE_TEST_CLUSTER).
 */
export const isAboutServers = (text: string) =>
  /pg_walfile_name|pg_control_system|get_shard_id_for_distribution_column/.test(text)

/** How long a node caches keys and sessions. */
const knownForMs = 1_000

/** Notifications are sent shortly after the commit; this is long enough for them to be sent. */
const settled = () => elapse(25)

/** Set in all async work caused by a request to a watched server. */
const request = new AsyncLocalStorage<true>()
const watched = new WeakSet<Server>()

function watch(server: Server): void {
  if (watched.has(server)) return
  watched.add(server)
  server.prependListener('request', () => request.enterWith(true))
}

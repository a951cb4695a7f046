import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestService } from './service.ts'

/**
 * The statements that the requests of a piece of work ran, and none that jobs of the service ran meanwhile by themselves.
 * `prime` is a call by the same caller: what the node knew of them is forgotten before, and fresh after it.
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
  const stop = service.platform.db.onStatement((text) => {
    if (request.getStore()) texts.push(text.replaceAll(/\s+/g, ' ').trim())
  })
  try {
    await work()
    await settled()
  } finally {
    stop()
  }
  return texts
}

/** Whether a statement tells others of a write that has been committed: other nodes, and the relay to webhooks. */
export const isNews = (text: string) => text.startsWith('select pg_notify') || text.includes('relay_cursors')

/** How long a node goes by what it knows of a key or a session. */
const knownForMs = 1_000

/** News is sent a moment after the commit; this is long enough for it to have left. */
const settled = () => delay(25)

/** Set in everything that a request to a watched server causes. */
const request = new AsyncLocalStorage<true>()
const watched = new WeakSet<Server>()

function watch(server: Server): void {
  if (watched.has(server)) return
  watched.add(server)
  server.prependListener('request', () => request.enterWith(true))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { isAboutServers } from '../support/counted-statements.ts'
import type { Reply, TestService } from '../support/service.ts'

export interface Statements {
  /** The statements of one call, with cold caches. One call at a time. */
  of<T>(call: () => Promise<T>): Promise<{ result: T; ran: string[] }>
  close(): void
}

/** Observes the statements that a request causes. Background work does not count. */
export function countStatements({ clock, platform }: TestService): Statements {
  const requests = new AsyncLocalStorage<object>()
  let current = {}
  // All async work caused by a request carries the mark of the call.
  const mark = () => requests.enterWith(current)
  subscribe('http.server.request.start', mark)
  return {
    async of(call) {
      // All caches of keys and members expire sooner.
      clock.advance(61_000)
      const request = {}
      const ran: string[] = []
      current = request
      const note = (text: string) => {
        if (requests.getStore() === request && !isAboutServers(text)) ran.push(text)
      }
      const stops = [platform.db.onStatement(note), platform.control.onStatement(note)]
      try {
        return { result: await call(), ran }
      } finally {
        for (const stop of stops) stop()
      }
    },
    close: () => unsubscribe('http.server.request.start', mark),
  }
}

/** A response without the parts that always differ: the time, the request id, and values that the caller sent. */
export function withoutRequest({ status, headers, text }: Reply, sent: string[] = []) {
  const shown = [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit.*|ratelimit.*)$/.test(name))
  const own = [headers.get('x-request-id') ?? '', ...sent]
  return { status, headers: shown, text: own.reduce((plain, value) => plain.replaceAll(value, '<own>'), text) }
}

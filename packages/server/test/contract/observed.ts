import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Reply, TestService } from '../support/service.ts'

export interface Statements {
  /** The statements of one call, with nothing remembered from calls before. One call at a time. */
  of<T>(call: () => Promise<T>): Promise<{ result: T; ran: string[] }>
  close(): void
}

/** Sees which statements a request makes the database run. What runs in the background meanwhile does not count. */
export function countStatements({ clock, platform }: TestService): Statements {
  const requests = new AsyncLocalStorage<object>()
  let current = {}
  // Whatever the server does because of a request carries the mark of the call.
  const mark = () => requests.enterWith(current)
  subscribe('http.server.request.start', mark)
  return {
    async of(call) {
      // Every memory of keys and members is shorter than this.
      clock.advance(61_000)
      const request = {}
      const ran: string[] = []
      current = request
      const stop = platform.db.onStatement((text) => {
        if (requests.getStore() === request) ran.push(text)
      })
      try {
        return { result: await call(), ran }
      } finally {
        stop()
      }
    },
    close: () => unsubscribe('http.server.request.start', mark),
  }
}

/** An answer without what differs between any two: the time, the id of the request, and what the caller sent. */
export function withoutRequest({ status, headers, text }: Reply, sent: string[] = []) {
  const shown = [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit.*|ratelimit.*)$/.test(name))
  const own = [headers.get('x-request-id') ?? '', ...sent]
  return { status, headers: shown, text: own.reduce((plain, value) => plain.replaceAll(value, '<own>'), text) }
}

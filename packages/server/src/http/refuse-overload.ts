import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Refuse = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Refuses at once, unless the connection was refused a moment ago and did not wait: then a little later. Clients that ask again and
 * again would otherwise take the time that the accepted requests need.
 */
export function createRefusals(refuse: Refuse, now: () => number = () => performance.now()): Refuse {
  const refusedAt = new WeakMap<Socket, number>()
  const held: { dueMs: number; request: IncomingMessage; response: ServerResponse }[] = []
  let timer: NodeJS.Timeout | undefined

  const sendDue = () => {
    const nowMs = now()
    const waiting = held.findIndex(({ dueMs }) => dueMs > nowMs)
    for (const { request, response } of held.splice(0, waiting === -1 ? held.length : waiting))
      refuse(request, response)
    if (held.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return (request, response) => {
    const nowMs = now()
    const before = refusedAt.get(request.socket)
    refusedAt.set(request.socket, nowMs)
    if (before === undefined || nowMs - before > patienceMs || held.length >= mostHeld) return refuse(request, response)
    held.push({ dueMs: nowMs + holdMs, request, response })
    timer ??= setInterval(sendDue, holdMs / 12)
  }
}

/** As long as `Retry-After` says. */
const patienceMs = 2_000
export const holdMs = 300
const mostHeld = 10_000

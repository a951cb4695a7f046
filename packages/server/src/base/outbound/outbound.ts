import { createLines } from './agent.ts'
import { Exchange, type OutboundReply, type OutboundRequest } from './exchange.ts'
import { createGuard, type Lookup } from './guard.ts'
import { OutboundError } from './outbound-error.ts'
import { parseRanges } from './ranges.ts'
import { createSystemLookup } from './system-lookup.ts'
import { parseTarget } from './target.ts'

export interface OutboundPolicy {
  /** CIDR ranges or addresses that may be reached although they are not public. */
  allow: string[]
  isHttpAllowed: boolean
}

export interface Outbound {
  /** Sends a request and reads its reply, of whatever status; a redirect is a reply too. Throws `OutboundError` when there is none. */
  send(request: OutboundRequest): Promise<OutboundReply>
  /** Throws `OutboundError` for a URL that could never be called: asked when one is registered. Resolves names too. */
  check(url: string): Promise<void>
  /** Takes no more requests, and waits for those under way. */
  close(): Promise<void>
}

/** The one client for all calls to addresses that somebody gave us. The options are for tests. */
export function createOutbound(
  policy: OutboundPolicy,
  options: { lookup?: Lookup; refusedNameMs?: number } = {},
): Outbound {
  const allowed = parseRanges(policy.allow)
  if ('mistake' in allowed) throw new Error(allowed.mistake)
  const guard = createGuard(allowed.ranges, options.lookup ?? createSystemLookup(), options.refusedNameMs)
  const lines = createLines(guard)

  return {
    async send(request) {
      const { origin, path } = parseTarget(request.url, policy)
      const method = request.method.toUpperCase()
      if (refusedMethods.has(method)) throw new OutboundError('other', `${method} is not sent`)
      const parts = { origin, path, method, headers: sentHeaders(request.headers), body: request.body ?? null }
      return new Exchange(request, (exchange) => lines.dispatch(parts, exchange)).reply
    },
    async check(url) {
      const { hostname, port } = parseTarget(url, policy)
      await guard(hostname, port)
    },
    close: () => lines.close(),
  }
}

/** They make a tunnel of the connection, or an echo of the request. */
const refusedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** The caller's headers without those that belong to the connection: undici writes them, from the URL and the body. */
function sentHeaders(headers: Record<string, string>): Record<string, string> {
  const free = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()))
  return { ...Object.fromEntries(free), 'accept-encoding': 'identity' }
}

const ownHeaders = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'transfer-encoding',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
])

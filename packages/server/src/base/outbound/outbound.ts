import { noTracing, type Tracing } from '../tracing.ts'
import type { ConnectionPool } from './agent.ts'
import { Exchange, type OutboundReply, type OutboundRequest } from './exchange.ts'
import { createGuard, type Lookup, vetHost } from './guard.ts'
import { OutboundError } from './outbound-error.ts'
import { parseRanges } from './ranges.ts'
import { createSystemLookup } from './system-lookup.ts'
import { parseTarget } from './target.ts'

export interface OutboundPolicy {
  /** CIDR ranges or addresses that are allowed although they are not public. */
  allow: string[]
  isHttpAllowed: boolean
}

export interface Outbound {
  /** Sends a request and resolves to its reply, whatever the status; redirects are not followed. Throws `OutboundError` when there is no reply. */
  send(request: OutboundRequest): Promise<OutboundReply>
  /** The addresses of a URL, which are all allowed. Throws `OutboundError` for a forbidden URL. For checking a URL when it is registered. */
  check(url: string): Promise<string[]>
  /** The part of `check` that needs no DNS query: why a URL is forbidden; undefined when it may be called. */
  refusalOf(url: string): string | undefined
  /** Refuses new requests, and waits for those in progress. */
  close(): Promise<void>
}

/** The client for all URLs entered by users. The options are for tests, except `tracing`. */
export function createOutbound(
  policy: OutboundPolicy,
  options: { lookup?: Lookup; refusedNameMs?: number; tracing?: Tracing } = {},
): Outbound {
  const allowed = parseRanges(policy.allow)
  if ('mistake' in allowed) throw new Error(allowed.mistake)
  const guard = createGuard(allowed.ranges, options.lookup ?? createSystemLookup(), options.refusedNameMs)
  const { tracing = noTracing } = options
  let opened: Promise<ConnectionPool> | undefined
  let isClosed = false
  /** Loaded with the first request, because undici has 109 files and a service that calls nobody starts without them. */
  const openConnections = () => {
    opened ??= import('./agent.ts').then(({ createConnectionPool }) => createConnectionPool(guard))
    return opened
  }

  return {
    async send(request) {
      const { origin, path, hostname, port } = parseTarget(request.url, policy)
      const method = request.method.toUpperCase()
      if (refusedMethods.has(method)) throw new OutboundError('other', `${method} is not sent`)
      if (isClosed) throw new OutboundError('aborted', 'the service is stopping')
      const parts = { origin, path, method, headers: sentHeaders(request.headers), body: request.body ?? null }
      const connections = await openConnections()
      return tracing.call(
        { method, hostname, port },
        () => new Exchange(request, (exchange) => connections.dispatch(parts, exchange)).reply,
      )
    },
    async check(url) {
      const { hostname, port } = parseTarget(url, policy)
      return (await guard(hostname, port)).map(({ text }) => text)
    },
    refusalOf(url) {
      try {
        const { hostname, port } = parseTarget(url, policy)
        vetHost(allowed.ranges, hostname, port)
        return undefined
      } catch (error) {
        if (error instanceof OutboundError) return error.message
        throw error
      }
    },
    async close() {
      isClosed = true
      await (await opened)?.close()
    },
  }
}

/** They turn the connection into a tunnel, or echo the request. */
const refusedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** The caller's headers without connection headers, which undici sets from the URL and the body. */
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

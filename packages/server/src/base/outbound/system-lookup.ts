import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lookup } from './guard.ts'
import { isLocalName } from './target.ts'

/**
 * Queries DNS first. The system resolver (getaddrinfo) blocks one of the four threads that files and cryptography also need, for
 * as long as a name server takes: an attacker with a few slow names could stop the service. So getaddrinfo is used only for local
 * names and for names unknown to DNS (`/etc/hosts`), at most two at a time. `servers` is for tests.
 */
export function createSystemLookup(servers?: string[]): Lookup {
  const limited = createLimiter(2)
  const fromSystem: Lookup = (hostname) =>
    limited(async () =>
      (await systemLookup(hostname, { all: true })).map(({ address, family }) => answer(address, family)),
    )

  return async (hostname) => {
    if (!hostname.includes('.') || isLocalName(hostname)) return fromSystem(hostname)
    const found = await fromDns(hostname, servers)
    return found.length > 0 ? found : fromSystem(hostname)
  }
}

/**
 * All addresses, IPv4 first, because some networks have no IPv6. One family is enough: only checked addresses are dialed.
 * Once one is there, a server that is silent about the other is waited for only briefly.
 */
async function fromDns(hostname: string, servers: string[] | undefined): ReturnType<Lookup> {
  const resolver = new Resolver({ timeout: 600, tries: 2 })
  if (servers) resolver.setServers(servers)
  const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
  const isEnough = Promise.any(families).then(
    () => wait(secondFamilyMs),
    () => {},
  )
  await Promise.race([Promise.allSettled(families), isEnough])
  resolver.cancel()
  const [four, six] = await Promise.allSettled(families)
  const found = [...answersOf(four, 4), ...answersOf(six, 6)]
  for (const result of [four, six]) {
    if (found.length === 0 && result?.status === 'rejected' && !isUnknown(result.reason)) throw result.reason
  }
  return found
}

const secondFamilyMs = 250

const answersOf = (result: PromiseSettledResult<string[]> | undefined, family: number) =>
  result?.status === 'fulfilled' ? result.value.map((address) => answer(address, family)) : []

const answer = (address: string, family: number) => ({ address, family: family === 6 ? (6 as const) : (4 as const) })

function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED'
}

/** Limits concurrency to `limit`. Work that waited longer than the DNS timeout is not started. */
function createLimiter(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    const sinceMs = performance.now()
    if (busy === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      if (performance.now() - sinceMs > maxWaitMs) throw new Error('waited too long for the system resolver')
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}

const maxWaitMs = 2_000

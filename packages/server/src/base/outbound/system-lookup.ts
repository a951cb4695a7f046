import { lookup as askSystem, Resolver } from 'node:dns/promises'
import type { Lookup } from './guard.ts'
import { isLocalName } from './target.ts'

/**
 * Asks DNS itself first. The resolver of the system (getaddrinfo) blocks one of four threads that files and cryptography need too, and
 * for as long as a name server likes: a few names of somebody who means harm would stop the service. So it is asked only for local
 * names and for those that DNS does not know (`/etc/hosts`), and by two at a time. `servers` is for tests.
 */
export function createSystemLookup(servers?: string[]): Lookup {
  const inTurn = createTurns(2)
  const fromSystem: Lookup = (hostname) =>
    inTurn(async () => (await askSystem(hostname, { all: true })).map(({ address, family }) => answer(address, family)))

  return async (hostname) => {
    if (!hostname.includes('.') || isLocalName(hostname)) return fromSystem(hostname)
    const found = await fromDns(hostname, servers)
    return found.length > 0 ? found : fromSystem(hostname)
  }
}

/** All addresses there are, IPv4 first, for there are networks without IPv6. One family suffices: only what was seen gets dialled. */
async function fromDns(hostname: string, servers: string[] | undefined): ReturnType<Lookup> {
  const resolver = new Resolver({ timeout: 600, tries: 2 })
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [...answersOf(four, 4), ...answersOf(six, 6)]
  for (const { status, ...rest } of [four, six]) {
    if (found.length === 0 && status === 'rejected' && 'reason' in rest && !isUnknown(rest.reason)) throw rest.reason
  }
  return found
}

const answersOf = (result: PromiseSettledResult<string[]>, family: number) =>
  result.status === 'fulfilled' ? result.value.map((address) => answer(address, family)) : []

const answer = (address: string, family: number) => ({ address, family: family === 6 ? (6 as const) : (4 as const) })

function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED'
}

/** Lets `limit` works run at a time. One that has waited longer than anybody waits for a name is not begun any more. */
function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    const sinceMs = performance.now()
    if (busy === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      if (performance.now() - sinceMs > longestWaitMs) throw new Error('waited too long for a turn')
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}

const longestWaitMs = 2_000

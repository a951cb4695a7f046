import { setTimeout as delay } from 'node:timers/promises'
import { type Address, parseAddress } from './addresses.ts'
import { OutboundError } from './outbound-error.ts'
import { isRefusedPort } from './ports.ts'
import { isMetadata, isPublic } from './public-addresses.ts'
import type { Ranges } from './ranges.ts'
import { isLocalName } from './target.ts'

export type Lookup = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>

/** Resolves a host to at least one address, all of them allowed. Throws when a single one is forbidden. */
export type Guard = (hostname: string, port: number) => Promise<Address[]>

/**
 * A name without an address, with a forbidden one or with a failing resolver gets the same error after the same time:
 * otherwise any user who can enter a URL could enumerate the names of the internal network. `refusedNameMs` is for tests.
 */
export function createGuard(allow: Ranges, lookup: Lookup, refusedNameMs = dnsMs): Guard {
  return async (hostname, port) => {
    const literal = vetHost(allow, hostname, port)
    if (literal) return [literal]
    const isLocal = isLocalName(hostname)
    const startedMs = performance.now()
    try {
      const addresses = await resolve(hostname, lookup)
      for (const address of addresses) vet(address, { allow, isLocal, port })
      return addresses
    } catch (error) {
      if (error instanceof OutboundError && error.reason === 'forbidden_url') throw error
      await delay(Math.max(0, startedMs + refusedNameMs - performance.now()))
      throw new OutboundError('dns', 'the name has no public address', { cause: error })
    }
  }
}

/** Refuses a host as far as this is known without a DNS query. Returns the address of one that is written as an address. */
export function vetHost(allow: Ranges, hostname: string, port: number): Address | undefined {
  const literal = parseAddress(hostname)
  const isLocal = isLocalName(hostname)
  if (allow.isEmpty) refuseBeforeLookup(isLocal, port)
  if (literal) vet(literal, { allow, isLocal, port })
  return literal
}

/** Only an address in `allow` makes up for these, so with an empty list they are refused without a DNS query. */
function refuseBeforeLookup(isLocal: boolean, port: number): void {
  if (isLocal) throw forbiddenAddress()
  if (isRefusedPort(port)) throw forbiddenPort()
}

function vet(address: Address, { allow, isLocal, port }: { allow: Ranges; isLocal: boolean; port: number }): void {
  if (isMetadata(address)) throw forbiddenAddress()
  if (allow.contains(address)) return
  if (isLocal || !isPublic(address)) throw forbiddenAddress()
  if (isRefusedPort(port)) throw forbiddenPort()
}

async function resolve(hostname: string, lookup: Lookup): Promise<Address[]> {
  const answers = await withTimeout(lookup(hostname))
  if (answers.length === 0) throw new Error('the name has no address')
  return answers.map(({ address }) => {
    const parsed = parseAddress(address)
    if (!parsed) throw forbiddenAddress()
    return parsed
  })
}

async function withTimeout<T>(lookupResult: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the name could not be resolved in time')), dnsMs)
  try {
    return await Promise.race([lookupResult, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const dnsMs = 2_000

const forbiddenAddress = () => new OutboundError('forbidden_address', 'the host is not a public address')
const forbiddenPort = () => new OutboundError('forbidden_url', 'this port must not be called')

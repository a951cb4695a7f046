import { parseAddress } from './outbound/addresses.ts'

/**
 * The key by which anonymous callers are rate-limited: an IPv4 address, or the /64 of an IPv6 address. A single connection
 * can use all 2^64 addresses of its /64, so a limit per address would have no effect.
 */
export function networkOf(address: string | undefined): string {
  // The connection of the caller is gone already.
  if (address === undefined) return ''
  // A proxy may send text that is not an address; it is used as the key too, but truncated to bound memory.
  if (!address.includes(':') || address.length > maxLength) return address.slice(0, maxLength)
  const network = recent.get(address) ?? parse(address)
  // Parsing takes some microseconds, too long for the fast path.
  if (recent.size >= maxRecent) recent.clear()
  recent.set(address, network)
  return network
}

const recent = new Map<string, string>()
const maxRecent = 1_000
const maxLength = 64

function parse(address: string): string {
  const parsed = parseAddress(address.replace(/%.*$/, ''))
  if (!parsed) return address
  if (parsed.family === 'ipv4') return parsed.text
  return `${Buffer.from(parsed.bytes.slice(0, 8)).toString('hex')}/64`
}

import { parseAddress } from './outbound/addresses.ts'

/**
 * The network that a caller is counted by: an IPv4 address, or the /64 of an IPv6 address. One connection has all 2^64
 * addresses of a /64, so counting single ones would limit nobody.
 */
export function networkOf(address: string): string {
  // What is no address comes from a proxy; it is counted too, but takes no more room than one.
  if (!address.includes(':') || address.length > maxLength) return address.slice(0, maxLength)
  const network = recent.get(address) ?? parse(address)
  // Parsing takes some microseconds, which is much for the fast path.
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

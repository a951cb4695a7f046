import { isIPv4, isIPv6 } from 'node:net'

export interface Address {
  text: string
  family: 'ipv4' | 'ipv6'
  bytes: number[]
}

/** Parses an address. A mapped one (`::ffff:127.0.0.1`) becomes the IPv4 address that is dialed; one with a zone (`fe80::1%eth0`) is refused. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return ipv4(text.split('.').map(Number))
  if (!isIPv6(text) || text.includes('%')) return undefined
  const bytes = ipv6Bytes(text)
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff
  return isMapped ? ipv4(bytes.slice(12)) : { text, family: 'ipv6', bytes }
}

/**
 * The IPv4 addresses that an IPv6 address can embed, in any known scheme: IPv4-compatible, translated and NAT64 (the last
 * four bytes), 6to4, Teredo (the server, and the client inverted), and NAT64 with a prefix of 48 bits (RFC 6052, around byte 8).
 */
export function embeddedIPv4({ family, bytes }: Address): Address[] {
  if (family === 'ipv4') return []
  const at = (...places: number[]) => ipv4(places.map((place) => bytes[place] ?? 0))
  const inverted = ipv4(bytes.slice(12).map((byte) => byte ^ 0xff))
  return [at(12, 13, 14, 15), at(2, 3, 4, 5), at(4, 5, 6, 7), inverted, at(6, 7, 9, 10)]
}

const ipv4 = (bytes: number[]): Address => ({ text: bytes.join('.'), family: 'ipv4', bytes })

function ipv6Bytes(text: string): number[] {
  const [head = '', tail = ''] = text.split('::')
  const left = groups(head)
  const right = groups(tail)
  const gap = new Array<number>(8 - left.length - right.length).fill(0)
  return [...left, ...gap, ...right].flatMap((group) => [group >> 8, group & 0xff])
}

function groups(text: string): number[] {
  return text === ''
    ? []
    : text.split(':').flatMap((part) => (part.includes('.') ? quad(part) : Number.parseInt(part, 16)))
}

function quad(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

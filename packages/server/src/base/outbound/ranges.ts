import { BlockList } from 'node:net'
import { type Address, parseAddress } from './addresses.ts'

/** A set of addresses. IPv4 and IPv6 have separate lists, because `::/0` in one BlockList would match every IPv4 address too. */
export interface Ranges {
  readonly isEmpty: boolean
  contains(address: Address): boolean
}

/** Parses CIDR ranges and single addresses. A mapped IPv4 address (`::ffff:10.0.0.1`) means the IPv4 address. */
export function parseRanges(texts: string[]): { ranges: Ranges } | { mistake: string } {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of texts) {
    const range = parseRange(text)
    if (!range) return { mistake: `"${text}" is not an address or a range such as 10.0.0.0/8 or fd00::/8` }
    lists[range.address.family].addSubnet(range.address.text, range.prefix, range.address.family)
  }
  return {
    ranges: {
      isEmpty: texts.length === 0,
      contains: ({ text, family }) => lists[family].check(text, family),
    },
  }
}

/** Ranges from constants in the code. */
export function constantRanges(texts: string[]): Ranges {
  const parsed = parseRanges(texts)
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  return parsed.ranges
}

/** Whether the address of a socket is in one of the ranges. */
export function isWithin(texts: string[]): (address: string | undefined) => boolean {
  const ranges = constantRanges(texts)
  return (text = '') => {
    const address = parseAddress(text)
    return address !== undefined && ranges.contains(address)
  }
}

function parseRange(text: string): { address: Address; prefix: number } | undefined {
  const [, addressText = '', prefixText] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const address = parseAddress(addressText)
  if (!address) return undefined
  const bits = address.family === 'ipv4' ? 32 : 128
  if (prefixText === undefined) return { address, prefix: bits }
  const isMapped = address.family === 'ipv4' && addressText.includes(':')
  const prefix = Number(prefixText) - (isMapped ? 96 : 0)
  return prefix >= 0 && prefix <= bits ? { address, prefix } : undefined
}

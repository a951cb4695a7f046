import { type Address, embeddedIPv4 } from './addresses.ts'
import { constantRanges } from './ranges.ts'

/** Whether an address belongs to the public internet. */
export function isPublic(address: Address): boolean {
  return !notPublic.contains(address)
}

/** Whether an address is, or embeds, that of a cloud metadata service, which returns the machine's credentials without authentication. */
export function isMetadata(address: Address): boolean {
  return (
    metadata.contains(address) ||
    (!isPublic(address) && embeddedIPv4(address).some((inner) => metadata.contains(inner)))
  )
}

/** Taken from the IANA registries of special-purpose addresses. */
const notPublic = constantRanges([
  '0.0.0.0/8', // this network; 0.0.0.0 is this machine
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  // Of IPv6 only 2000::/3 is allocated. All else is blocked: ::1, IPv4-compatible ::/96, translated ::ffff:0:0:0/96, NAT64
  // 64:ff9b::/96 and 64:ff9b:1::/48, discard 100::/64, SRv6 5f00::/16, private fc00::/7, link-local fe80::/10, site-local
  // fec0::/10, multicast ff00::/8, and unallocated ranges.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23', // protocol assignments: Teredo 2001::/32, benchmarks 2001:2::/48, ORCHID 2001:10::/28 and 2001:20::/28
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, embeds IPv4
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
])

const metadata = constantRanges([
  '169.254.169.254', // AWS, Google, Azure, Oracle, DigitalOcean, Hetzner, OpenStack
  '169.254.170.2', // AWS container credentials
  '169.254.170.23', // AWS pod identity
  '169.254.42.42', // Scaleway
  '169.254.0.23', // Tencent
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle, classic
  '168.63.129.16', // Azure's host agent, in the midst of public addresses
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS pod identity
  'fd20:ce::254', // Google
  'fd00:c1::a9fe:a9fe', // Oracle
  'fd00:42::42', // Scaleway
])

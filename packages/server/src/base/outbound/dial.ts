import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Address } from './addresses.ts'
import type { Guard } from './guard.ts'
import { connectFailureOf, OutboundError } from './outbound-error.ts'

export interface Host {
  hostname: string
  port: number
  isSecure: boolean
}

/**
 * Connects to a host: gets the addresses from the guard and dials them as literals, so that a second DNS answer cannot differ
 * (DNS rebinding). With TLS the certificate must match the host name. When one address refuses the connection, the next is tried.
 */
export async function dial(host: Host, guard: Guard): Promise<{ socket: Socket; address: Address }> {
  const addresses = (await guard(host.hostname, host.port)).slice(0, maxAddresses)
  const deadlineMs = performance.now() + connectMs
  let failure: OutboundError | undefined
  for (const [index, address] of addresses.entries()) {
    const leftMs = deadlineMs - performance.now()
    const isLast = index === addresses.length - 1
    try {
      return { socket: await open(host, address, isLast ? leftMs : Math.min(leftMs, attemptMs)), address }
    } catch (error) {
      failure = connectFailureOf(error, 'connect')
      if (failure.reason !== 'connect' && failure.reason !== 'timeout') break
    }
  }
  throw failure ?? new OutboundError('connect', 'no address to dial')
}

const connectMs = 5_000
const attemptMs = 1_500
const maxAddresses = 4

function open({ hostname, port, isSecure }: Host, address: Address, limitMs: number): Promise<Socket> {
  const place = { host: address.text, port }
  const socket = isSecure ? connectTls({ ...place, ...tlsOptions(hostname) }) : connectTcp(place)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let stage: 'connect' | 'tls' = 'connect'
  const timer = setTimeout(() => socket.destroy(new OutboundError('timeout', 'no connection in time')), limitMs)
  socket
    .setNoDelay(true)
    .once('connect', () => {
      stage = 'tls'
    })
    .once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket))
    // Never removed: an error between the end of this function and undici's own listener would otherwise be unhandled.
    .on('error', (error) => reject(connectFailureOf(error, stage)))
    .once('close', () => reject(connectFailureOf(undefined, stage)))
  return promise.finally(() => clearTimeout(timer))
}

/** Certificates are verified regardless of `NODE_TLS_REJECT_UNAUTHORIZED`. An IP address is not valid as server name (RFC 6066). */
function tlsOptions(hostname: string) {
  const common = { ALPNProtocols: ['http/1.1'], rejectUnauthorized: true }
  return isIP(hostname) === 0 ? { ...common, servername: hostname } : common
}

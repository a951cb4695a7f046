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
 * Opens a connection to a host: asks the guard where, and dials what it answers as a literal, so nobody can answer differently in
 * between. With TLS the certificate must be of the host's name. When one address does not take the connection the next is tried.
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
    // Stays for good: between the end of this function and the start of undici's listening nobody else would hear an error.
    .on('error', (error) => reject(connectFailureOf(error, stage)))
    .once('close', () => reject(connectFailureOf(undefined, stage)))
  return promise.finally(() => clearTimeout(timer))
}

/** Certificates are verified whatever `NODE_TLS_REJECT_UNAUTHORIZED` says. An address is no server name (RFC 6066). */
function tlsOptions(hostname: string) {
  const alwaysSo = { ALPNProtocols: ['http/1.1'], rejectUnauthorized: true }
  return isIP(hostname) === 0 ? { ...alwaysSo, servername: hostname } : alwaysSo
}

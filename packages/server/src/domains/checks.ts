import { AppError } from '../base/errors.ts'
import { createGate } from '../base/gate.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import type { Vault } from '../base/vault.ts'
import { type DomainCheck, explain, stateOfFailure } from './explain.ts'
import { isProof } from './proof.ts'

export interface DomainChecks {
  /** Whether a domain leads here, by a request for the proof of the broadcast. */
  check(broadcastId: string, domain: string): Promise<DomainCheck>
}

/** `port` is for tests. */
export function createDomainChecks({
  outbound,
  vault,
  port = 443,
}: {
  outbound: Outbound
  vault: Vault
  port?: number
}): DomainChecks {
  const running = new Set<string>()
  const gate = createGate({ limit: 8, maxWaiting: 64, refusal: 'Too many domains are being checked at the moment.' })

  const request = async (broadcastId: string, domain: string): Promise<DomainCheck> => {
    const url = `https://${domain}:${port}${proofPath(broadcastId)}`
    let addresses: string[] = []
    try {
      addresses = (await outbound.check(url)).slice(0, maxAddresses)
      const reply = await outbound.send({ method: 'GET', url, headers: {}, timeoutMs, maxReplyBytes })
      const isHere = reply.status === 200 && isProof(vault, broadcastId, reply.body.toString('utf8'))
      return explain(domain, isHere ? 'ok' : 'elsewhere', addresses)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const state = stateOfFailure(error.reason)
      return explain(domain, state, state === 'unresolved' ? [] : addresses)
    }
  }

  return {
    async check(broadcastId, domain) {
      if (running.has(broadcastId))
        throw new AppError('job_running', 'A domain of this broadcast is being checked already.', {
          headers: { 'retry-after': '2' },
        })
      running.add(broadcastId)
      try {
        return await gate.run(() => request(broadcastId, domain))
      } finally {
        running.delete(broadcastId)
      }
    },
  }
}

export const proofPath = (broadcastId: string) => `/.well-known/marquee/${broadcastId}`

const timeoutMs = 8_000
const maxReplyBytes = 256
const maxAddresses = 10

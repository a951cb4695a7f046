import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../base/vault.ts'

/** A text about a broadcast that only a service with the same secret key can produce, so an echo of the request does not pass. */
export const proofOf = (vault: Vault, broadcastId: string): string => proofs(vault, broadcastId)[0] ?? ''

/** Accepts the proofs of older keys too: another node may not have the new one yet. */
export const isProof = (vault: Vault, broadcastId: string, text: string): boolean =>
  proofs(vault, broadcastId).some((proof) => proof.length === text.length && isSame(proof, text))

const proofs = (vault: Vault, broadcastId: string) =>
  vault.digests(broadcastId, 'domains').map((digest) => `marquee ${digest.toString('base64url')}`)

function isSame(proof: string, text: string): boolean {
  const [one, other] = [Buffer.from(proof), Buffer.from(text)]
  return one.length === other.length && timingSafeEqual(one, other)
}

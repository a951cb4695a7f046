import type { OutboundReason } from '../base/outbound/index.ts'

export const domainStates = ['ok', 'unresolved', 'elsewhere', 'unreachable', 'insecure'] as const
export type DomainState = (typeof domainStates)[number]

export interface DomainCheck {
  domain: string
  state: DomainState
  /** The public addresses of the domain. */
  addresses: string[]
  /** The state as a sentence. */
  message: string
}

export const explain = (domain: string, state: DomainState, addresses: string[] = []): DomainCheck => ({
  domain,
  state,
  addresses,
  message: sentences[state](domain, addresses.join(', ')),
})

/** The state of a domain that sent no reply. */
export function stateOfFailure(reason: OutboundReason): DomainState {
  if (reason === 'tls') return 'insecure'
  return reason === 'dns' || reason === 'forbidden_address' || reason === 'forbidden_url' ? 'unresolved' : 'unreachable'
}

const sentences: Record<DomainState, (domain: string, addresses: string) => string> = {
  ok: (domain) => `${domain} leads here.`,
  unresolved: (domain) =>
    `${domain} has no public address. Create a DNS record that points to this service; it can take some hours until it is visible.`,
  elsewhere: (domain, addresses) => `${domain} resolves to ${addresses}, but another server answers there.`,
  unreachable: (domain, addresses) => `${domain} resolves to ${addresses}, but no server answers there on port 443.`,
  insecure: (domain, addresses) =>
    `${domain} resolves to ${addresses}, but the server there has no valid certificate for this domain.`,
}

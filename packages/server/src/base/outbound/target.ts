import { OutboundError } from './outbound-error.ts'

export interface Target {
  origin: string
  hostname: string
  port: number
  path: string
}

/** Parses a URL as it will be requested: the fragment and a trailing dot of the name are dropped, numeric hosts in any notation are addresses. */
export function parseTarget(text: string, { isHttpAllowed }: { isHttpAllowed: boolean }): Target {
  const url = URL.parse(text)
  if (!url) throw new OutboundError('forbidden_url', 'this is not a URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundError('forbidden_url', 'the URL must start with https://')
  if (url.protocol === 'http:' && !isHttpAllowed)
    throw new OutboundError('forbidden_url', 'the URL must start with https://; http is not allowed')
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('forbidden_url', 'the URL must not contain a user name or a password')
  url.hostname = url.hostname.replace(/\.$/, '')
  const { hostname } = url
  if (hostname.length > 253 || hostname.split('.').includes(''))
    throw new OutboundError('forbidden_url', 'the host of the URL is not a name')
  return {
    origin: url.origin,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort(url.protocol) : Number(url.port),
    path: url.pathname + url.search,
  }
}

export const defaultPort = (protocol: string) => (protocol === 'https:' ? 443 : 80)

/** Names for this machine or this network, whatever they resolve to. */
export const isLocalName = (hostname: string) => /(^|\.)(localhost|local|internal)$/i.test(hostname)

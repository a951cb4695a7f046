/**
 * A domain in the form in which browsers send it as Host: lower case, an international name in Punycode. Undefined for anything
 * but the name of a host with a dot: an address, a port, a URL.
 */
export function domainOf(text: string): string | undefined {
  if (/[\s/\\?#@:%[\]]/.test(text)) return undefined
  const host = URL.parse(`https://${text}`)?.hostname
  return host !== undefined && domainName.test(host) ? host : undefined
}

/** The last label is not a number, as in an IPv4 address. */
const domainName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

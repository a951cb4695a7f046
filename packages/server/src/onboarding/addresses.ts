/** A link as a whole http(s) address without its fragment, or undefined when it is no such thing. */
export function resolveUrl(link: string, baseUrl: string): string | undefined {
  const url = isLink(link) ? URL.parse(link.trim(), baseUrl) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined
  url.hash = ''
  return url.href.length > 2_000 ? undefined : url.href
}

/** Where a tap may lead: the web, a mail or a call. */
export function resolveLink(link: string, baseUrl: string): string | undefined {
  const url = isLink(link) ? URL.parse(link.trim(), baseUrl) : null
  return url && ['https:', 'http:', 'mailto:', 'tel:'].includes(url.protocol) && url.href.length <= 2_000
    ? url.href
    : undefined
}

/** Whether two addresses are of one site. A leading `www.` makes no difference. */
export function isSameSite(one: string, other: string): boolean {
  const host = (address: string) => (URL.parse(address)?.host ?? address).replace(/^www\./, '')
  return host(one) === host(other)
}

/** One page has one name, however it is linked to: without scheme, `www.`, index file and final slash. */
export function pageKey(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const path = url.pathname.replace(/\/(?:index|default|home)\.(?:html?|php|aspx?)$/i, '/').replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}

/** An empty link leads to the page itself, which nobody means. */
const isLink = (link: string) => link.length <= 2_000 && link.trim() !== ''

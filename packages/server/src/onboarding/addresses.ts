/** A link as an absolute http(s) URL without its fragment, or undefined when it is not one. */
export function resolveUrl(link: string, baseUrl: string): string | undefined {
  const url = isLink(link) ? URL.parse(link.trim(), baseUrl) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined
  url.hash = ''
  return url.href.length > 2_000 ? undefined : url.href
}

/** The allowed targets of a link: the web, a mail address or a phone number. */
export function resolveLink(link: string, baseUrl: string): string | undefined {
  const url = isLink(link) ? URL.parse(link.trim(), baseUrl) : null
  return url && ['https:', 'http:', 'mailto:', 'tel:'].includes(url.protocol) && url.href.length <= 2_000
    ? url.href
    : undefined
}

/** Whether two URLs belong to the same site. A leading `www.` makes no difference. */
export function isSameSite(one: string, other: string): boolean {
  const host = (address: string) => (URL.parse(address)?.host ?? address).replace(/^www\./, '')
  return host(one) === host(other)
}

/** The canonical name of a page, however it is linked: without scheme, `www.`, index file and trailing slash. */
export function pageKey(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const path = url.pathname.replace(/\/(?:index|default|home)\.(?:html?|php|aspx?)$/i, '/').replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}

/** An empty link refers to the page itself and is ignored. */
const isLink = (link: string) => link.length <= 2_000 && link.trim() !== ''

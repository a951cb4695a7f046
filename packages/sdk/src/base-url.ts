/** The base URL without a trailing slash; empty in a browser, where paths are relative to the origin of the page. */
export function requireBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined) {
    if ('location' in globalThis) return ''
    throw new TypeError('baseUrl is required outside of a browser.')
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const reason = url ? faultOf(url) : 'it is not a URL'
  if (reason !== undefined)
    throw new TypeError(`baseUrl must be the address of the service, such as https://festival.example: ${reason}.`)
  return baseUrl.trim().replace(/\/+$/, '')
}

/** The URL itself is not repeated, because it may contain a password. */
function faultOf({ protocol, username, password, search, hash, pathname }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return 'it must start with https:// or http://'
  if (username || password) return 'it must not contain credentials'
  if (search || hash) return 'it must not contain a query or a fragment'
  if (/\/v1\/*$/.test(pathname)) return 'leave out /v1, which every request adds'
  return undefined
}

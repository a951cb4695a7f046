import type { IncomingMessage } from 'node:http'

/**
 * Puts the own domain of a site in front of the path, so that `https://festival.example/programme` is routed, cached and rendered
 * like the site at a slug: `/festival.example/programme`. The files and the public API of the service stay where they are.
 */
export function toSiteTarget(request: IncomingMessage, isDomain: (host: string) => boolean): void {
  const { url = '/', headers } = request
  const host = headers.host?.toLowerCase().replace(/:\d+$/, '') ?? ''
  if (!host.includes('.') || !isDomain(host) || shared.test(url)) return
  request.url = `/${host}${url}`
}

const shared = /^\/(?:v1\/public|app|media|demo|\.well-known)\/|^\/(?:embed\.js|oembed)(?:\?|$)/

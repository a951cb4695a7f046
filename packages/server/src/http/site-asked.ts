import type { FastifyRequest } from 'fastify'
import type { Website } from '../public/site.ts'
import { siteUrlOf } from './site-address.ts'

/** The token of a preview link. */
export const previewOf = ({ url }: FastifyRequest) => new URLSearchParams(partsOf(url).search).get('preview')

export type SiteAsked = ReturnType<typeof askedOf>

/** What a request asks of a site, as the app takes it. */
export function askedOf(baseUrl: string, website: Website, request: FastifyRequest) {
  const { site, channel, domain } = website
  const { path, search } = partsOf(request.url)
  const prefix = `/${site.address}`
  return {
    channel,
    // On a domain of its own, the site is at the root.
    base: site.address === domain ? '' : prefix,
    siteUrl: siteUrlOf(baseUrl, website),
    path: path.slice(prefix.length),
    search,
    preview: previewOf(request) ?? undefined,
    api: `/v1/public/${site.broadcastId}`,
  }
}

export function partsOf(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at) }
}

import { isReservedSlug } from '@marquee/model'
import type { Website } from '../public/site.ts'

/** A slug, a domain, or the id of a broadcast in a preview link. Anything else belongs to the service itself. */
export const isSiteName = (name: string) =>
  /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(name) && !isReservedSlug(name)

/** The preferred address of a site, without a slash at its end. */
export function siteUrlOf(baseUrl: string, { site, domain, slug }: Website): string {
  return domain === null ? `${baseUrl}/${slug ?? site.address}` : `${new URL(baseUrl).protocol}//${domain}`
}

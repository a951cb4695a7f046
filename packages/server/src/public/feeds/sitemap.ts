import { findWebAddress } from './links.ts'
import { element, xmlDocument } from './xml.ts'

export interface SitemapEntry {
  url: string
  lastModified: string
}

/** The pages of a website for search engines. */
export function sitemapXml(entries: SitemapEntry[]): string {
  const urls = entries.slice(0, maxEntries).flatMap(({ url, lastModified }) => {
    const address = findWebAddress(url)
    if (address === null || address.length >= maxLength) return []
    return element('url', {}, [element('loc', {}, address), element('lastmod', {}, lastModified)])
  })
  return xmlDocument(element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, urls))
}

// Both bounds are the protocol's.
const maxEntries = 50_000
const maxLength = 2_048

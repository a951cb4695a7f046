import { findWebAddress } from './links.ts'
import { type Element, element, largeElement, xmlDocument } from './xml.ts'

export interface SitemapEntry {
  url: string
  lastModified: string
}

/** The pages of a website for search engines, in pieces. */
export function sitemapXml(entries: SitemapEntry[]): Generator<string> {
  const attributes = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }
  return xmlDocument(largeElement('urlset', attributes, urlsOf(entries)))
}

function* urlsOf(entries: SitemapEntry[]): Generator<Element> {
  for (const { url, lastModified } of entries.slice(0, maxEntries)) {
    const address = findWebAddress(url)
    if (address !== null && address.length < maxLength)
      yield element('url', {}, [element('loc', {}, address), element('lastmod', {}, lastModified)])
  }
}

// Both limits are those of the protocol.
const maxEntries = 50_000
const maxLength = 2_048

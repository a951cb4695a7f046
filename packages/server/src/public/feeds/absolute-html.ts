import type { Links } from './links.ts'

/** HTML with absolute URLs, for readers outside the site. The input must be sanitized: then every `<` and `>` belongs to an element. */
export function absoluteHtml(html: string, pageUrl: string, links: Links): string {
  return html
    .replaceAll(/<a\s[^>]*>/g, (tag) => withAddress(tag, /( href=")([^"]*)/, (path) => URL.parse(path, pageUrl)?.href))
    .replaceAll(/<img\s[^>]*>/g, (tag) => withAddress(tag, /( src=")([^"]*)/, (path) => links.file(path)))
}

function withAddress(tag: string, attribute: RegExp, whole: (path: string) => string | null | undefined): string {
  return tag.replace(attribute, (written, start: string, value: string) => {
    const path = unescaped(value)
    const address = URL.canParse(path) ? null : whole(path)
    // The absolute URL is percent-encoded, so only ampersands need escaping in HTML.
    return address ? start + address.replaceAll('&', '&amp;') : written
  })
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

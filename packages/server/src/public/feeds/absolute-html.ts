import type { Links } from './links.ts'

/** HTML of a page whose links and pictures have whole addresses, as a reader elsewhere needs them. It must be sanitised: then no `<` or `>` is in it but those of its elements. */
export function absoluteHtml(html: string, pageUrl: string, links: Links): string {
  return html
    .replaceAll(/<a\s[^>]*>/g, (tag) => withAddress(tag, /( href=")([^"]*)/, (path) => URL.parse(path, pageUrl)?.href))
    .replaceAll(/<img\s[^>]*>/g, (tag) => withAddress(tag, /( src=")([^"]*)/, (path) => links.file(path)))
}

function withAddress(tag: string, attribute: RegExp, whole: (path: string) => string | null | undefined): string {
  return tag.replace(attribute, (written, start: string, value: string) => {
    const path = unescaped(value)
    const address = URL.canParse(path) ? null : whole(path)
    // An address that was made whole is escaped for the web, so ampersands alone are left to HTML.
    return address ? start + address.replaceAll('&', '&amp;') : written
  })
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

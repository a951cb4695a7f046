import { type Addressing, urlOf } from '../addresses.ts'

/** The address of a link or picture of a page. Unlike elsewhere, `talk/1` is certainly relative to the page. */
export function linkOf(href: unknown, addressing: Addressing): string | undefined {
  const text = typeof href === 'string' ? href.trim() : ''
  if (text === '' || text.startsWith('#') || /^(?:javascript|data):/i.test(text)) return undefined
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(text)
  const resolved = isWhole || addressing.base === undefined ? undefined : URL.parse(text, addressing.base)?.href
  return urlOf(resolved ?? text, addressing)
}

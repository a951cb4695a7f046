import type { ContentFormat } from '../text/plain-text.ts'

/** A warning to resolve before publishing an article. `count` is how often it occurs. */
export interface Finding {
  check: 'noTitle' | 'noContent' | 'noCover' | 'missingAlt' | 'emptyLinks' | 'insecureImages'
  count: number
}

export interface Checked {
  title: string
  content: string
  format: ContentFormat
  hasCover: boolean
  hasBlocks: boolean
  /** The origin of the studio: pictures from there are shown with any scheme. */
  origin?: string
}

/** Checks an article before it is published. Warnings do not prevent publishing. */
export function checksBefore({ title, content, format, hasCover, hasBlocks, origin }: Checked): Finding[] {
  const { images, links } = format === 'html' ? partsOfHtml(content) : partsOfMarkdown(content)
  const found: Finding[] = [
    { check: 'noTitle', count: title.trim() === '' ? 1 : 0 },
    { check: 'noContent', count: content.trim() === '' && !hasBlocks ? 1 : 0 },
    { check: 'noCover', count: hasCover ? 0 : 1 },
    { check: 'missingAlt', count: images.filter(({ alt }) => alt.trim() === '').length },
    { check: 'insecureImages', count: images.filter(({ src }) => isUnshown(src, origin)).length },
    { check: 'emptyLinks', count: links.filter(({ href, text }) => isNowhere(href) || text.trim() === '').length },
  ]
  return found.filter(({ count }) => count > 0)
}

/** Pages are served over https, where http pictures are blocked. */
const isUnshown = (src: string, origin: string | undefined) =>
  /^(?:http:|data:)/i.test(src) && !(origin && src.startsWith(`${origin}/`))

const isNowhere = (href: string) => href.trim() === '' || href.trim() === '#' || /^https?:\/*$/i.test(href.trim())

interface Parts {
  images: { src: string; alt: string }[]
  links: { href: string; text: string }[]
}

function partsOfHtml(html: string): Parts {
  return {
    images: [...html.matchAll(/<img\b([^>]*)>/gi)].map(([, rest = '']) => ({
      src: attribute(rest, 'src'),
      alt: attribute(rest, 'alt'),
    })),
    links: [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/gi)].map(([, rest = '', inner = '']) => ({
      href: attribute(rest, 'href'),
      // A linked picture is no empty link.
      text: /<img\b/i.test(inner) ? 'picture' : inner.replaceAll(/<[^>]*>|&nbsp;/g, ''),
    })),
  }
}

function attribute(text: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(text) ?? []
  return quoted ?? single ?? bare ?? ''
}

function partsOfMarkdown(markdown: string): Parts {
  const text = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const images = [...text.matchAll(/!\[([^\]]*)\]\(\s*<?([^\s)>]*)[^)]*\)/g)]
  const withoutImages = text.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, 'picture')
  return {
    images: images.map(([, alt = '', src = '']) => ({ src, alt })),
    links: [...withoutImages.matchAll(/\[([^\]]*)\]\(\s*<?([^\s)>]*)[^)]*\)/g)].map(([, inner = '', href = '']) => ({
      href,
      text: inner,
    })),
  }
}

import { attributeOf, type HtmlNode } from '@marquee/formats'
import { resolveUrl } from '../addresses.ts'
import { cutText, oneLine } from '../text.ts'
import type { ImageFound } from './found.ts'

/** The image of an `<img>`, in its largest size; undefined for icons, tracking pixels and placeholders. */
export function pictureOf(node: HtmlNode, baseUrl: string): ImageFound | undefined {
  const width = Number.parseInt(attributeOf(node, 'width'), 10)
  const height = Number.parseInt(attributeOf(node, 'height'), 10)
  if (width < minSide || height < minSide) return undefined
  const source =
    largestOf(attributeOf(node, 'srcset') || attributeOf(node, 'data-srcset')) ??
    (attributeOf(node, 'data-src') || attributeOf(node, 'data-lazy-src') || attributeOf(node, 'src'))
  const url = source === '' ? undefined : resolveUrl(source, baseUrl)
  if (
    !url ||
    /\.(?:ico|svg)(?:$|\?)/i.test(url) ||
    /(?:pixel|spacer|blank|placeholder|loader|spinner|sprite)\b/i.test(url)
  )
    return undefined
  return { url, alt: cutText(oneLine(attributeOf(node, 'alt')), 300), size: Math.max(width || 0, height || 0) }
}

/** The candidate with the largest width or density. */
function largestOf(srcset: string): string | undefined {
  const candidates = srcset
    .slice(0, 10_000)
    .split(/,\s+/)
    .map((candidate) => {
      const [url = '', size = '1x'] = candidate.trim().split(/\s+/)
      return { url, size: Number.parseFloat(size) || 0 }
    })
  // Images wider than a large screen are not needed in an app.
  const fitting = candidates.filter(({ url, size }) => url !== '' && size <= 2_048)
  return fitting.sort((a, b) => b.size - a.size)[0]?.url
}

const minSide = 64

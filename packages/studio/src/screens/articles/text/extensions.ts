import { type Extensions, generateHTML, generateJSON } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { ArticleImage } from './image-node.ts'
import type { ContentFormat } from './plain-text.ts'
import { htmlRoundTrip, markdownRoundTrip, type RoundTrip } from './round-trip.ts'

/** The nodes and marks of a text. Markdown has no underline. */
export function extensionsFor(format: ContentFormat): Extensions {
  return [
    StarterKit.configure({
      // An untouched text must stay unchanged, so no trailing paragraph is added.
      trailingNode: false,
      ...(format === 'markdown' && { underline: false as const }),
      link: {
        openOnClick: false,
        autolink: true,
        markdownLinks: true,
        defaultProtocol: 'https',
        // Both attributes are kept where a text has them, and never added: the service makes links safe.
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    ArticleImage,
  ]
}

/** Whether a text survives a round trip through the rich editor. */
export function roundTripOf(content: string, format: ContentFormat): RoundTrip {
  if (content.trim() === '') return { isExact: true }
  if (format === 'markdown') return markdownRoundTrip(content).trip
  const extensions = extensionsFor('html')
  return htmlRoundTrip(serialized(content), serialized(generateHTML(generateJSON(content, extensions), extensions)))
}

/** HTML as a browser serializes it, from an inert document that runs and loads nothing. */
const serialized = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML

/** List items of one line need no paragraph. */
export const tidyHtml = (html: string) =>
  html === '<p></p>'
    ? ''
    : html.replaceAll(/<li><p>((?:(?!<\/?(?:p|li|ul|ol)\b)[\s\S])*)<\/p>(?=<\/li>|<ul>|<ol\b)/g, '<li>$1')

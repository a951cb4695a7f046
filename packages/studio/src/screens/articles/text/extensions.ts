import { type Extensions, generateHTML, generateJSON } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { ArticleImage } from './image-node.ts'
import type { ContentFormat } from './plain-text.ts'
import { htmlRoundTrip, markdownRoundTrip, type RoundTrip } from './round-trip.ts'

/** What a text may consist of. Markdown knows no underlining. */
export function extensionsFor(format: ContentFormat): Extensions {
  return [
    StarterKit.configure({
      // A text that nobody touched must stay as it is, so nothing is added to its end.
      trailingNode: false,
      ...(format === 'markdown' && { underline: false as const }),
      link: {
        openOnClick: false,
        autolink: true,
        markdownLinks: true,
        defaultProtocol: 'https',
        // Both are kept where a text has them, and never added: the service sets what makes a link safe.
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    ArticleImage,
  ]
}

/** Whether a text comes out of the rich editor as it went in. */
export function roundTripOf(content: string, format: ContentFormat): RoundTrip {
  if (content.trim() === '') return { isExact: true }
  if (format === 'markdown') return markdownRoundTrip(content).trip
  const extensions = extensionsFor('html')
  return htmlRoundTrip(asWritten(content), asWritten(generateHTML(generateJSON(content, extensions), extensions)))
}

/** HTML as a browser would write it. The document it is parsed into runs and loads nothing. */
const asWritten = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML

/** Items of a list that are one line need no paragraph of their own. */
export const tidyHtml = (html: string) =>
  html === '<p></p>'
    ? ''
    : html.replaceAll(/<li><p>((?:(?!<\/?(?:p|li|ul|ol)\b)[\s\S])*)<\/p>(?=<\/li>|<ul>|<ol\b)/g, '<li>$1')

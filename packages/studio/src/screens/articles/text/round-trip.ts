import { canonicalHtml, lostIn } from './html-form.ts'
import { type Construct, type DocNode, readMarkdown } from './markdown-doc.ts'
import { handOf, type MarkdownHand, writeMarkdown } from './markdown-text.ts'

/** Whether a text can be edited as rich text without loss; if not, what would be lost. */
export type RoundTrip = { isExact: true } | { isExact: false; constructs: Construct[]; names: string[] }

export interface MarkdownRoundTrip {
  doc: DocNode
  hand: MarkdownHand
  trip: RoundTrip
}

/** Markdown is edited as rich text only when serializing it gives the same characters, except for blank lines and line ends. */
export function markdownRoundTrip(markdown: string): MarkdownRoundTrip {
  const hand = handOf(markdown)
  const { doc, unknown } = readMarkdown(markdown)
  const isSame = unknown.length === 0 && settled(writeMarkdown(doc, hand)) === settled(markdown)
  return { doc, hand, trip: isSame ? { isExact: true } : { isExact: false, constructs: unknown, names: [] } }
}

/** HTML is edited as rich text only when the editor keeps all its elements and attributes. Both sides are serialized by a browser. */
export function htmlRoundTrip(before: string, after: string): RoundTrip {
  if (canonicalHtml(before) === canonicalHtml(after)) return { isExact: true }
  return { isExact: false, constructs: [], names: lostIn(before, after) }
}

const settled = (markdown: string) =>
  markdown
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]*(?:\n[ \t]*)+/g, '\n\n')
    .trim()

import { Lexer, Marked, type Token, type TokensList } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { beginningOf, type ContentFormat, countOf, escaped, maxMarkdownLength, maxTags } from './rich-text-size.ts'

export type { ContentFormat }

/** HTML that is safe to put on a page, from arbitrary content. */
export function cleanHtml(content: string, format: ContentFormat): string {
  if (format === 'html') return countOf(content, '<') > maxTags ? escaped(content) : sanitized(content, allowed).trim()
  const text = withoutEmbedded(content)
  return text.length > maxMarkdownLength ? escaped(text) : sanitized(htmlOf(text), allowed).trim()
}

/** The beginning of the content as plain text, cut at a word. */
export function excerptOf(content: string, format: ContentFormat, maxLength = 200): string {
  const text = plainText(content, format)
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength).join('')
  const wordEnd = cut.search(/\s\S*$/)
  // A single word longer than the excerpt is cut.
  return (wordEnd > 0 && !/\s/.test(characters[maxLength] ?? '') ? cut.slice(0, wordEnd) : cut).trimEnd()
}

/** Only the beginning is used, so only the beginning is processed. */
function plainText(content: string, format: ContentFormat): string {
  const beginning = beginningOf(content)
  const html = format === 'markdown' ? htmlOf(withoutEmbedded(beginning)) : beginning
  const spaced = html.replaceAll(blockEdges, ' $&')
  const text = sanitized(spaced, { allowedTags: [], allowedAttributes: {}, nonTextTags: hiddenTags })
  return decodeEntities(text).replaceAll(/\s+/g, ' ').trim()
}

/** The parser slows down with every open element, so the depth is limited. Deeper content is no real page, and is shown as plain text. */
function sanitized(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0
  try {
    return sanitizeHtml(html, {
      ...options,
      onOpenTag() {
        depth += 1
        if (depth > maxDepth) throw new TooDeep()
      },
      onCloseTag() {
        depth -= 1
      },
    })
  } catch (error) {
    if (error instanceof TooDeep) return escaped(html)
    throw error
  }
}

class TooDeep extends Error {}
const maxDepth = 500
/** The sanitizer leaves these five escaped, because it produces HTML. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Between two blocks of text, an excerpt has a space. */
const blockEdges =
  /<\/?(?:br|hr|p|div|ul|ol|li|dl|dt|dd|h[1-6]|table|caption|tr|td|th|blockquote|pre|section|article|figure|figcaption)\b/gi

/** Images embedded in the Markdown are never shown. Without them it may be short. */
const withoutEmbedded = (text: string) => text.replaceAll(/\]\(\s*data:[^)\s]*/gi, '](')

const htmlOf = (text: string) => markdown.parser(new BoundedLexer(markdown.defaults).lex(text))

/** Markdown takes longer the deeper and denser it is, so both are limited: what exceeds the limits stays plain text. */
class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: Token[], isCutOff?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, isCutOff?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], isCutOff?: boolean): Token[] {
    if (this.#depth >= maxMarkdownDepth) return withText(tokens, src)
    this.#depth += 1
    const all = super.blockTokens(src, tokens, isCutOff)
    this.#depth -= 1
    return all
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    return isCrowded(src) ? withText(tokens, src) : super.inlineTokens(src, tokens)
  }
}

function withText(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false })
  return tokens
}

/** Every mark searches for its partner in the whole paragraph, and every letter of a word for the end of an address. */
function isCrowded(paragraph: string): boolean {
  if (paragraph.length < maxMarks) return false
  if ((paragraph.match(/[*_~`[\]<>&!\\]/g)?.length ?? 0) > maxMarks) return true
  return paragraph.split(/\s/).some(({ length }) => length > maxWordLength)
}

/** Every row has as many cells as the first, written or not, so a few characters can produce thousands of cells. */
function isHugeTable(src: string): boolean {
  const [header = '', delimiter = ''] = src.split('\n', 2)
  if (!/^[ |:-]+$/.test(delimiter)) return false
  const end = src.search(/\n[ \t]*\n/)
  const table = end < 0 ? src : src.slice(0, end)
  return header.split('|').length * table.split('\n').length > Math.max(maxTableCells, 4 * table.length)
}

const maxMarkdownDepth = 50
const maxMarks = 300
const maxWordLength = 1_000
const maxTableCells = 20_000

const markdown = new Marked({
  gfm: true,
  tokenizer: { table: (src) => (isHugeTable(src) ? undefined : false) },
})

const hiddenTags = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'title',
]

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'div',
      'span',
      'br',
      'hr',
      'blockquote',
      'pre',
      'code',
      'figure',
      'figcaption',
      'section',
    ],
    ...[
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'a',
      'img',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'del',
      'ins',
      'mark',
      'small',
      'sub',
      'sup',
      'abbr',
      'q',
      'cite',
      'kbd',
      'time',
    ],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href', 'name', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
    code: ['class'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: hiddenTags,
  transformTags: {
    // A page opened from an article must not get access to the opener.
    a: (tagName, attributes) => ({ tagName, attribs: { ...attributes, rel: 'noopener noreferrer' } }),
  },
}

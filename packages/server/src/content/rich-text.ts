import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

export type ContentFormat = 'html' | 'markdown'

/** HTML that is safe to put on a page, from content that may be anything. */
export function cleanHtml(content: string, format: ContentFormat): string {
  const html = format === 'markdown' ? markdown.parse(content, { async: false }) : content
  return sanitizeHtml(html, allowed).trim()
}

/** The beginning of the content as plain text, cut at a word. */
export function excerptOf(content: string, format: ContentFormat, maxLength = 200): string {
  const text = plainText(content, format)
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength).join('')
  const wordEnd = cut.search(/\s\S*$/)
  // One word longer than the excerpt is cut where it stands.
  return (wordEnd > 0 && !/\s/.test(characters[maxLength] ?? '') ? cut.slice(0, wordEnd) : cut).trimEnd()
}

/** Content that begins like HTML, or closes an element anywhere, is HTML. */
export function guessFormat(content: string): ContentFormat {
  return /^\s*<(?:!doctype|[a-z][a-z0-9]*[\s>/])|<\/[a-z][a-z0-9]*>/i.test(content.slice(0, 100_000))
    ? 'html'
    : 'markdown'
}

/** Only what stands at the beginning matters, so no more than that is worked on. */
function plainText(content: string, format: ContentFormat): string {
  const beginning = content.slice(0, 20_000)
  const html = format === 'markdown' ? markdown.parse(beginning, { async: false }) : beginning
  const spaced = html.replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/td|\/th|\/blockquote)\b/gi, ' $&')
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {}, nonTextTags: hiddenTags })
  return decodeEntities(text).replaceAll(/\s+/g, ' ').trim()
}

/** The sanitiser leaves these five escaped, since it makes HTML. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

const markdown = new Marked({ gfm: true })

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
    // A page that opens from an article must not get hold of the one it came from.
    a: (tagName, attributes) => ({ tagName, attribs: { ...attributes, rel: 'noopener noreferrer' } }),
  },
}

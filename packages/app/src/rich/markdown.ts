/** Formatted text with an allowlist of elements and attributes. */
export type Rich = string | { tag: RichTag; href?: string; src?: string; alt?: string; children: Rich[] }

export const richTags = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'strong',
  'em',
  'u',
  's',
  'mark',
  'small',
  'sub',
  'sup',
  'a',
  'img',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
] as const
export type RichTag = (typeof richTags)[number]

/** Whether a text is HTML, as the service guesses it. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|[a-z][a-z0-9]*[\s>/])|<\/[a-z][a-z0-9]*>/i.test(text.slice(0, 100_000))
}

/** A link that is safe to follow; undefined for schemes that could run code. */
export function safeUrl(url: string | null | undefined): string | undefined {
  const text = (url ?? '').trim()
  return /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i.test(text) ? text : undefined
}

/** Markdown as apps show it: paragraphs, headings, lists, quotes, code, emphasis and links. HTML in it is shown as text. */
export function richOfMarkdown(markdown: string): Rich[] {
  const chunks = markdown
    .replaceAll('\r\n', '\n')
    .slice(0, 50_000)
    .split(/\n{2,}/)
  return chunks.filter((chunk) => chunk.trim() !== '').flatMap((chunk) => chunkOf(chunk))
}

function chunkOf(chunk: string, depth = 0): Rich[] {
  const lines = chunk.replace(/^\n+|\s+$/g, '').split('\n')
  const at = lines.findIndex((line) => !isHeading.test(line))
  const headings = (at < 0 ? lines : lines.slice(0, at)).map(headingOf)
  const rest = lines.slice(headings.length)
  return rest.length === 0 ? headings : [...headings, ...blockOf(rest, depth)]
}

const isHeading = /^#{1,6}\s+./

function headingOf(line: string): Rich {
  const [marks = '', text = ''] = [/^#+/.exec(line)?.[0], line.replace(/^#+\s+/, '')]
  return { tag: marks.length <= 1 ? 'h2' : marks.length === 2 ? 'h3' : 'h4', children: inline(text) }
}

function blockOf(lines: string[], depth: number): Rich[] {
  const [first = ''] = lines
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(first.trim()) && lines.length === 1) return [{ tag: 'hr', children: [] }]
  if (first.startsWith('```'))
    return [
      {
        tag: 'pre',
        children: [
          lines
            .slice(1)
            .join('\n')
            .replace(/\n?```\s*$/, ''),
        ],
      },
    ]
  if (depth < maxDepth && lines.every((line) => line.startsWith('>'))) {
    return [
      { tag: 'blockquote', children: chunkOf(lines.map((line) => line.replace(/^>\s?/, '')).join('\n'), depth + 1) },
    ]
  }
  for (const [mark, tag] of listMarks) {
    const at = lines.findIndex((line) => mark.test(line))
    if (at < 0 || !lines.slice(at).every((line) => mark.test(line) || /^\s+\S/.test(line))) continue
    const before: Rich[] = at > 0 ? [{ tag: 'p', children: inline(lines.slice(0, at).join('\n')) }] : []
    return [...before, { tag, children: itemsOf(lines.slice(at), mark) }]
  }
  return [{ tag: 'p', children: inline(lines.join('\n')) }]
}

/** Quotes within quotes; deeper ones are text. */
const maxDepth = 10

const listMarks: [RegExp, 'ul' | 'ol'][] = [
  [/^\s*[-*+]\s+/, 'ul'],
  [/^\s*\d+[.)]\s+/, 'ol'],
]

function itemsOf(lines: string[], mark: RegExp): Rich[] {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items.map((item) => ({ tag: 'li', children: inline(item) }))
}

const marks =
  /(`+)(?<code>.+?)\1|!\[(?<alt>[^\]]*)\]\((?<src>[^)\s]+)[^)]*\)|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)[^)]*\)|\*\*(?<strong>\S(?:.*?\S)?)\*\*|__(?<strong2>\S(?:.*?\S)?)__|~~(?<struck>\S(?:.*?\S)?)~~|(?<!\w)\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*|(?<!\w)_(?<em2>[^\s_](?:[^_]*[^\s_])?)_(?!\w)|(?<auto>https?:\/\/[^\s<>()]+[^\s<>().,;:!?])|(?<line>\n)/

/** Every mark searches the paragraph for its partner, so a paragraph with too many marks stays plain text, as on the service. */
const isCrowded = (text: string) => (text.match(/[*_~`[\]]/g)?.length ?? 0) > 300

function inline(text: string, depth = 0): Rich[] {
  if (isCrowded(text)) return [text]
  const children: Rich[] = []
  let rest = text
  while (rest !== '' && depth < 10) {
    const found = marks.exec(rest)
    if (!found) break
    if (found.index > 0) children.push(rest.slice(0, found.index))
    children.push(marked(found.groups ?? {}, found[0], depth))
    rest = rest.slice(found.index + found[0].length)
  }
  return rest === '' ? children : [...children, rest]
}

function marked(groups: Record<string, string | undefined>, whole: string, depth: number): Rich {
  const { code, alt, src, label, href, struck, auto, line } = groups
  const strong = groups.strong ?? groups.strong2
  const em = groups.em ?? groups.em2
  if (line !== undefined) return { tag: 'br', children: [] }
  if (code !== undefined) return { tag: 'code', children: [code] }
  if (strong !== undefined) return { tag: 'strong', children: inline(strong, depth + 1) }
  if (em !== undefined) return { tag: 'em', children: inline(em, depth + 1) }
  if (struck !== undefined) return { tag: 's', children: inline(struck, depth + 1) }
  const picture = safeUrl(src)
  if (picture !== undefined) return { tag: 'img', src: picture, alt: alt ?? '', children: [] }
  const link = safeUrl(href ?? auto)
  if (link === undefined) return label ?? whole
  return { tag: 'a', href: link, children: label === undefined ? [link] : inline(label, depth + 1) }
}

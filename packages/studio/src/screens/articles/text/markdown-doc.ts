import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/** A node of a document of the rich editor. */
export interface DocNode {
  type: string
  attrs?: Record<string, unknown>
  content?: DocNode[]
  marks?: DocMark[]
  text?: string
}

export interface DocMark {
  type: string
  attrs?: Record<string, unknown>
}

export interface ReadMarkdown {
  doc: DocNode
  /** Constructs that the rich editor does not support, by the names of `texts.constructs`. */
  unknown: Construct[]
}

export type Construct = 'table' | 'html' | 'tasks' | 'footnotes' | 'entities' | 'codeInMarks'

/** Parses Markdown into a document of the rich editor, and lists the constructs that it does not support. */
export function readMarkdown(markdown: string): ReadMarkdown {
  const unknown = new Set<Construct>()
  const content = blocks(known(lexer(markdown.replaceAll('\r\n', '\n'))), unknown)
  return {
    doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] },
    unknown: [...unknown],
  }
}

/** No extension adds tokens to those of the parser. */
const known = (tokens: Token[] | undefined) => (tokens ?? []) as MarkedToken[]

function blocks(tokens: MarkedToken[], unknown: Set<Construct>): DocNode[] {
  return tokens.flatMap((token): DocNode[] => {
    switch (token.type) {
      case 'space':
        return []
      case 'heading':
        return [{ type: 'heading', attrs: { level: token.depth }, ...inlineContent(token.tokens, unknown) }]
      case 'paragraph':
        return [{ type: 'paragraph', ...inlineContent(token.tokens, unknown) }]
      case 'text':
        return [{ type: 'paragraph', ...inlineContent(token.tokens ?? [token], unknown) }]
      case 'blockquote':
        return [{ type: 'blockquote', content: orEmptyParagraph(blocks(known(token.tokens), unknown)) }]
      case 'list':
        return [list(token as Tokens.List, unknown)]
      case 'code':
        return [
          {
            type: 'codeBlock',
            attrs: { language: token.lang || null },
            ...(token.text !== '' && { content: [{ type: 'text', text: token.text }] }),
          },
        ]
      case 'hr':
        return [{ type: 'horizontalRule' }]
      case 'table':
        unknown.add('table')
        return [{ type: 'paragraph', content: joined([textNode(cellsOf(token as Tokens.Table), [])]) }]
      case 'checkbox':
        unknown.add('tasks')
        return []
      case 'def':
        unknown.add('footnotes')
        return []
      default:
        unknown.add('html')
        return []
    }
  })
}

function list({ ordered, start, items }: Tokens.List, unknown: Set<Construct>): DocNode {
  const content = items.map((item) => ({
    type: 'listItem',
    content: orEmptyParagraph(blocks(known(item.tokens), unknown)),
  }))
  return ordered
    ? { type: 'orderedList', attrs: { start: Number(start) || 1 }, content }
    : { type: 'bulletList', content }
}

/** A table cannot be edited here, but its words are counted. */
const cellsOf = ({ header, rows }: Tokens.Table) =>
  [header, ...rows]
    .flat()
    .map(({ text }) => text)
    .join(' ')

const orEmptyParagraph = (content: DocNode[]) => (content.length > 0 ? content : [{ type: 'paragraph' }])

function inlineContent(tokens: Token[], unknown: Set<Construct>): { content?: DocNode[] } {
  const content = joined(inline(known(tokens), [], unknown))
  return content.length > 0 ? { content } : {}
}

function inline(tokens: MarkedToken[], marks: DocMark[], unknown: Set<Construct>): DocNode[] {
  const text = (value: string) => [textNode(value, marks)]
  const inside = (more: DocMark, inner: Token[]) => inline(known(inner), [...marks, more], unknown)
  return tokens.flatMap((token): DocNode[] => {
    switch (token.type) {
      case 'text':
        if (entity.test(token.text)) unknown.add('entities')
        return text(token.text)
      case 'escape':
        return text(token.text)
      case 'strong':
        return inside({ type: 'bold' }, token.tokens ?? [])
      case 'em':
        return inside({ type: 'italic' }, token.tokens ?? [])
      case 'del':
        return inside({ type: 'strike' }, token.tokens ?? [])
      case 'link':
        return inside({ type: 'link', attrs: { href: token.href, title: token.title ?? null } }, token.tokens ?? [])
      case 'codespan':
        // In the rich editor, code has no other marks.
        if (marks.length > 0) unknown.add('codeInMarks')
        return [textNode(token.text, [{ type: 'code' }])]
      case 'image':
        return [
          {
            type: 'image',
            attrs: { src: token.href, alt: token.text, title: token.title ?? null },
            ...(marks.length > 0 && { marks }),
          },
        ]
      case 'br':
        return [{ type: 'hardBreak', ...(marks.length > 0 && { marks }) }]
      default:
        unknown.add('html')
        return []
    }
  })
}

const entity = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

const textNode = (text: string, marks: DocMark[]): DocNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})

/** Merges adjacent texts with the same marks, as the editor does. */
export function joined(nodes: DocNode[]): DocNode[] {
  const all: DocNode[] = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (last?.text !== undefined && node.text !== undefined && hasSameMarks(last, node)) {
      all[all.length - 1] = { ...last, text: last.text + node.text }
    } else if (node.text !== '') all.push(node)
  }
  return all
}

const hasSameMarks = (one: DocNode, other: DocNode) =>
  JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])

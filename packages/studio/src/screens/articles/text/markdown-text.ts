import { type DocMark, type DocNode, joined, readMarkdown } from './markdown-doc.ts'

/** The Markdown style of a text, where Markdown leaves a choice. */
export interface MarkdownHand {
  bullet: '-' | '*' | '+'
  italic: '*' | '_'
  bold: '**' | '__'
  rule: string
  lineBreak: '  \n' | '\\\n'
  number: '.' | ')'
  isLoose: boolean
  hasAngles: boolean
}

/** A document of the rich editor as Markdown, in the style of the original text. */
export function writeMarkdown(doc: DocNode, hand: MarkdownHand = defaultHand): string {
  return blocks(doc.content ?? [], hand)
}

/** Detects the Markdown style of a text, so that untouched parts stay unchanged. */
export function handOf(markdown: string): MarkdownHand {
  const first = (pattern: RegExp) => pattern.exec(markdown)?.[1]
  const bullet = first(/^\s*([-*+])[ \t]+\S/m)
  return {
    bullet: bullet === '*' || bullet === '+' ? bullet : '-',
    italic: first(/(?<![\w_\\])(_)(?![\s_])/) === '_' ? '_' : '*',
    bold: /(?<![\w\\])__\S/.test(markdown) ? '__' : '**',
    rule: first(/^ {0,3}((?:-{3,}|\*{3,}|_{3,}|(?:\* ){2,}\*|(?:- ){2,}-))[ \t]*$/m) ?? '---',
    lineBreak: /\\\n/.test(markdown) ? '\\\n' : '  \n',
    number: /^\s*\d+\)[ \t]/m.test(markdown) ? ')' : '.',
    isLoose: /^\s*(?:[-*+]|\d+[.)])[ \t].*\n\n\s*(?:[-*+]|\d+[.)])[ \t]/m.test(markdown),
    hasAngles: /<(?:https?:\/\/|[^\s<>@]+@)/.test(markdown),
  }
}

export const defaultHand: MarkdownHand = {
  bullet: '-',
  italic: '*',
  bold: '**',
  rule: '---',
  lineBreak: '  \n',
  number: '.',
  isLoose: false,
  hasAngles: false,
}

function blocks(nodes: DocNode[], hand: MarkdownHand): string {
  return nodes
    .map((node) => block(node, hand))
    .filter((text) => text !== '')
    .join('\n\n')
}

function block(node: DocNode, hand: MarkdownHand): string {
  const content = node.content ?? []
  switch (node.type) {
    case 'heading': {
      const text = checked(
        node,
        (escapes) => `${'#'.repeat(Number(node.attrs?.level ?? 1))} ${inline(content, hand, escapes)}`,
      )
      return text.replaceAll('\n', ' ')
    }
    case 'blockquote':
      return blocks(content, hand).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')
    case 'bulletList':
      return items(content, hand, () => `${hand.bullet} `)
    case 'orderedList': {
      const start = Number(node.attrs?.start ?? 1)
      return items(content, hand, (index) => `${start + index}${hand.number} `)
    }
    case 'codeBlock': {
      const text = content.map((one) => one.text ?? '').join('')
      const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
      return `${fence}${node.attrs?.language ?? ''}\n${text}\n${fence}`
    }
    case 'horizontalRule':
      return hand.rule
    default:
      return checked(node, (escapes) => inline(content, hand, escapes))
  }
}

function items(content: DocNode[], hand: MarkdownHand, marker: (index: number) => string): string {
  return content
    .map((item, index) => {
      const mark = marker(index)
      const text = itemText(item.content ?? [], hand)
      return (mark + text.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(mark.length)}`)).trimEnd()
    })
    .join(hand.isLoose ? '\n\n' : '\n')
}

/** In a tight list a nested list follows at once; everything else is separated by a blank line. */
function itemText(content: DocNode[], hand: MarkdownHand): string {
  return content.reduce((text, node) => {
    const own = block(node, hand)
    const isTight = !hand.isLoose && (node.type === 'bulletList' || node.type === 'orderedList')
    return text === '' ? own : own === '' ? text : `${text}${isTight ? '\n' : '\n\n'}${own}`
  }, '')
}

/** Literal Markdown characters are escaped only where they would be parsed as marks. */
function checked(node: DocNode, write: (escapes: boolean) => string): string {
  const plain = write(false)
  const [read, ...others] = readMarkdown(plain).doc.content ?? []
  const isSame = others.length === 0 && JSON.stringify(normal(read)) === JSON.stringify(normal(node))
  return isSame || plain === '' ? plain : write(true)
}

/** Normalizes a node for comparison: the nesting of marks and unset attributes are ignored. */
function normal(node: DocNode | undefined): unknown {
  if (!node) return null
  const attrs = Object.entries(node.attrs ?? {}).filter(
    ([name, value]) => value != null && countingAttributes.has(name),
  )
  const content = trimmed(joined((node.content ?? []).map(withSortedMarks)))
  return [node.type, node.text ?? '', attrs.sort(), (node.marks ?? []).map(markKey), content.map(normal)]
}

const countingAttributes = new Set(['href', 'title', 'src', 'alt', 'level', 'start', 'language'])

const markKey = ({ type, attrs }: DocMark) =>
  [type, attrs?.href, attrs?.title].filter((part) => part !== null && part !== undefined).join(' ')

function withSortedMarks(node: DocNode): DocNode {
  if (!node.marks || node.marks.length === 0) return { ...node, marks: [] }
  const marks = node.marks.map((mark) => ({
    type: mark.type,
    ...(mark.attrs?.href !== undefined && { attrs: { href: mark.attrs.href, title: mark.attrs.title ?? null } }),
  }))
  return { ...node, marks: marks.sort((one, other) => markKey(one).localeCompare(markKey(other))) }
}

function trimmed(nodes: DocNode[]): DocNode[] {
  const last = nodes.at(-1)
  const rest = nodes.slice(0, -1)
  if (last?.type === 'hardBreak') return trimmed(rest)
  if (last?.text === undefined) return nodes
  const text = last.text.trimEnd()
  return text === '' ? trimmed(rest) : [...rest, { ...last, text }]
}

function inline(content: DocNode[], hand: MarkdownHand, escapes: boolean): string {
  const text = runs(trimmed(content), hand, escapes).trim()
  return escapes ? text.replaceAll(/^(\s*)(#{1,6}(?=\s)|[-+>]|\d+(?=[.)]))/gm, escapeStart) : text
}

const escapeStart = (_: string, space: string, mark: string) =>
  /^\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`

/** The longest mark is the outermost. */
function runs(nodes: DocNode[], hand: MarkdownHand, escapes: boolean): string {
  const [first] = nodes
  if (!first) return ''
  const spans = (first.marks ?? []).map((mark) => ({ mark, length: spanOf(mark, nodes) }))
  const widest = spans.sort((one, other) => other.length - one.length)[0]
  if (!widest) return leaf(first, hand, escapes) + runs(nodes.slice(1), hand, escapes)
  const inner = nodes.slice(0, widest.length).map((node) => ({
    ...node,
    marks: (node.marks ?? []).filter((mark) => markKey(mark) !== markKey(widest.mark)),
  }))
  return wrapped(widest.mark, inner, hand, escapes) + runs(nodes.slice(widest.length), hand, escapes)
}

function spanOf(mark: DocMark, nodes: DocNode[]): number {
  const end = nodes.findIndex(({ marks }) => !marks?.some((one) => markKey(one) === markKey(mark)))
  return end < 0 ? nodes.length : end
}

function wrapped(mark: DocMark, nodes: DocNode[], hand: MarkdownHand, escapes: boolean): string {
  if (mark.type === 'code') return codeSpan(nodes.map(({ text }) => text ?? '').join(''))
  const text = runs(nodes, hand, escapes)
  if (mark.type === 'link') return linkTo(mark, text, hand)
  const sign = { bold: hand.bold, italic: hand.italic, strike: '~~' }[mark.type]
  // A mark with a space on its inner side is not a mark in Markdown.
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return sign === undefined || inner === '' ? text : `${before}${sign}${inner}${sign}${after}`
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

function linkTo(mark: DocMark, text: string, hand: MarkdownHand): string {
  const href = String(mark.attrs?.href ?? '')
  const title = mark.attrs?.title
  if (!title && (text === href || `mailto:${text}` === href)) return hand.hasAngles ? `<${text}>` : text
  return `[${text}](${address(href)}${quoted(title)})`
}

function leaf(node: DocNode, hand: MarkdownHand, escapes: boolean): string {
  if (node.type === 'hardBreak') return hand.lineBreak
  if (node.type === 'image') {
    const { src, alt, title } = node.attrs ?? {}
    return `![${String(alt ?? '').replaceAll(/[[\]]/g, '\\$&')}](${address(String(src ?? ''))}${quoted(title)})`
  }
  return escapes ? escaped(node.text ?? '') : (node.text ?? '')
}

const address = (url: string) => (/[\s()<>]/.test(url) ? `<${url.replaceAll(/[<>]/g, encodeURIComponent)}>` : url)
const quoted = (title: unknown) => (title ? ` "${String(title).replaceAll('"', '\\"')}"` : '')

const escaped = (text: string) =>
  text
    .replaceAll(/[\\`*_[\]<>~|]/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll('://', '\\://')
    .replaceAll(/www\.|@/gi, (found) => (found === '@' ? '\\@' : `${found.slice(0, 3)}\\.`))

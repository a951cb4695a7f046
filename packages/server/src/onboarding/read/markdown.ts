import { attributeOf, childrenOf, type HtmlNode, nameOf, openHtml } from '@marquee/formats'
import { resolveLink, resolveUrl } from '../addresses.ts'
import { oneLine, unseen } from '../text.ts'

/** The running text of some nodes as safe Markdown: characters with a meaning in Markdown are escaped. */
export function inlineMarkdown(nodes: HtmlNode[], baseUrl: string): string {
  const text = nodes.map((node) => inlineOf(node, baseUrl)).join('')
  return tidy(text)
}

/** A piece of HTML, such as an entry of a feed, as Markdown. */
export function markdownOf(html: string, baseUrl: string, maxLength = 50_000): string {
  const $ = openHtml(html)
  $('script,style,noscript,template,iframe,object,svg,form,button,input,textarea').remove()
  const lines: string[] = []
  const roots: HtmlNode[] = $.root().contents().toArray()
  addBlocks(roots, baseUrl, lines)
  const text = lines.filter((line) => line !== '').join('\n\n')
  return text.length <= maxLength ? text : text.slice(0, text.lastIndexOf('\n\n', maxLength))
}

/** A list as Markdown, with lists inside it indented. */
export function listMarkdown(list: HtmlNode, baseUrl: string, depth = 0): string {
  const isNumbered = nameOf(list) === 'ol'
  const items = childrenOf(list)
    .filter((node) => nameOf(node) === 'li')
    .slice(0, maxItems)
  return items
    .map((item, index) => {
      const inner = childrenOf(item)
      const lists = depth < 3 ? inner.filter((node) => isList(nameOf(node))) : []
      const text = inlineMarkdown(
        inner.filter((node) => !isList(nameOf(node))),
        baseUrl,
      ).replaceAll('\n', ' ')
      const own = `${'   '.repeat(depth)}${isNumbered ? `${index + 1}.` : '-'} ${text}`
      return [own, ...lists.map((one) => listMarkdown(one, baseUrl, depth + 1))]
        .filter((line) => line.trim() !== '-')
        .join('\n')
    })
    .filter((line) => !/^\s*(?:-|\d+\.)\s*$/.test(line))
    .join('\n')
}

/** A table as Markdown, its first row as the head. */
export function tableMarkdown(table: HtmlNode, baseUrl: string): string {
  const rows: string[][] = []
  collectRows(table, baseUrl, rows, 0)
  const width = Math.min(maxColumns, Math.max(0, ...rows.map((row) => row.length)))
  if (rows.length === 0 || width === 0) return ''
  // A table of one column is layout, so its content is shown without the table.
  if (width === 1)
    return rows
      .flat()
      .filter((cell) => cell !== '')
      .join('\n\n')
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (row[at] ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${' - |'.repeat(width)}`, ...rest.map(line)].join('\n')
}

export const isList = (name: string) => name === 'ul' || name === 'ol'

const maxItems = 200
const maxColumns = 8
const maxRows = 200

function collectRows(node: HtmlNode, baseUrl: string, rows: string[][], depth: number): void {
  for (const child of childrenOf(node)) {
    if (rows.length >= maxRows || depth > 4) return
    if (nameOf(child) !== 'tr') collectRows(child, baseUrl, rows, depth + 1)
    else {
      const cells = childrenOf(child).filter((cell) => nameOf(cell) === 'td' || nameOf(cell) === 'th')
      const row = cells.map((cell) => inlineMarkdown(childrenOf(cell), baseUrl))
      if (row.some((cell) => cell !== '')) rows.push(row)
    }
  }
}

function addBlocks(nodes: HtmlNode[], baseUrl: string, lines: string[]): void {
  let running: HtmlNode[] = []
  const flush = () => {
    lines.push(inlineMarkdown(running, baseUrl))
    running = []
  }
  for (const node of nodes) {
    const name = nameOf(node)
    if (!blockNames.has(name)) {
      running.push(node)
      continue
    }
    flush()
    if (/^h[1-6]$/.test(name)) {
      const heading = inlineMarkdown(childrenOf(node), baseUrl).replaceAll('\n', ' ')
      if (heading !== '') lines.push(`${'#'.repeat(Number(name.slice(1)))} ${heading}`)
    } else if (isList(name)) lines.push(listMarkdown(node, baseUrl))
    else if (name === 'table') lines.push(tableMarkdown(node, baseUrl))
    else if (name === 'hr') lines.push('---')
    else if (name === 'blockquote') lines.push(quoted(inlineMarkdown(childrenOf(node), baseUrl)))
    else addBlocks(childrenOf(node), baseUrl, lines)
  }
  flush()
}

export const quoted = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')

const blockNames = new Set(
  'p div section article main header footer aside figure figcaption h1 h2 h3 h4 h5 h6 ul ol dl dt dd table hr blockquote pre center details summary'.split(
    ' ',
  ),
)

function inlineOf(node: HtmlNode, baseUrl: string): string {
  if (node.type === 'text') return escapeMarkdown(node.data)
  const name = nameOf(node)
  if (hidden.has(name)) return ''
  if (name === 'br') return '\n'
  if (name === 'img') return imageMarkdown(node, baseUrl)
  const inside = childrenOf(node)
    .map((child) => inlineOf(child, baseUrl))
    .join('')
  if (name === 'strong' || name === 'b') return wrapped(inside, '**')
  if (name === 'em' || name === 'i') return wrapped(inside, '*')
  if (name === 'a') return linkMarkdown(inside, resolveLink(attributeOf(node, 'href'), baseUrl))
  return spaced.has(name) ? ` ${inside} ` : blockNames.has(name) ? `\n${inside}\n` : inside
}

const hidden = new Set(
  'script style noscript template iframe object svg math button input select textarea audio video canvas'.split(' '),
)
const spaced = new Set(['td', 'th', 'li', 'span'])

function imageMarkdown(node: HtmlNode, baseUrl: string): string {
  const url = resolveUrl(attributeOf(node, 'src'), baseUrl)
  return url ? `![${escapeMarkdown(oneLine(attributeOf(node, 'alt')))}](${linkTarget(url)})` : ''
}

function linkMarkdown(text: string, url: string | undefined): string {
  const label = oneLine(text)
  if (label === '' || !url) return text
  return `${/^\s/.test(text) ? ' ' : ''}[${label}](${linkTarget(url)})${/\s$/.test(text) ? ' ' : ''}`
}

const linkTarget = (url: string) =>
  url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll(' ', '%20')

/** Emphasis marks must touch the words they mark. */
function wrapped(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === '' || inner.includes('\n') || inner.includes('**')) return text
  return `${/^\s/.test(text) ? ' ' : ''}${mark}${inner}${mark}${/\s$/.test(text) ? ' ' : ''}`
}

export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(unseen, '')
    .replaceAll(/[\\`*[\]<>]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|!(?=\[)|~(?=~)/g, '\\$&')
    .toWellFormed()
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .map((line) =>
      line.replace(/^(#{1,6}|[-+]|\d{1,9}[.)]|=+|-{2,})(?=\s|$)/, (mark) =>
        /^\d/.test(mark) ? mark.replace(/[.)]$/, '\\$&') : `\\${mark}`,
      ),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

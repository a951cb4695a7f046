import { findWebAddress } from './links.ts'
import { type NamedLink, objectOf, textOf } from './programme.ts'

/** The titles and paragraphs of a record, as one text. */
export function wordsIn(blocks: unknown): string {
  return leavesOf(blocks)
    .flatMap(({ type, title, subtitle, text }) => {
      if (type === 'section') return [textOf(title), textOf(subtitle)]
      return type === 'title' || type === 'paragraph' ? [textOf(text)] : []
    })
    .filter((words) => words !== null)
    .join('\n\n')
}

/** The web links of its buttons and embedded pages. */
export function linksIn(blocks: unknown): NamedLink[] {
  return leavesOf(blocks).flatMap(({ type, label, title, url, navigator }) => {
    if (type === 'button') return namedLink(objectOf(navigator).url, label)
    return type === 'embed' ? namedLink(url, title) : []
  })
}

function namedLink(url: unknown, title: unknown): NamedLink[] {
  const address = typeof url === 'string' ? findWebAddress(url) : null
  return address === null ? [] : [{ url: address, title: textOf(title) ?? address }]
}

/** Every block, with those of a section after it. */
function leavesOf(blocks: unknown): Record<string, unknown>[] {
  if (!Array.isArray(blocks)) return []
  return blocks.map(objectOf).flatMap((block) => [block, ...leavesOf(block.blocks)])
}

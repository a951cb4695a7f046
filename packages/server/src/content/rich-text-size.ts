/** Facts about rich text that need no parser, so that the parsers are loaded with the first text that is rendered. */
export type ContentFormat = 'html' | 'markdown'

/** The estimated time in milliseconds to render an excerpt or the HTML, for the worst content of its size. */
export function estimateMs(purpose: 'html' | 'excerpt', content: string, format: ContentFormat): number {
  const isExcerpt = purpose === 'excerpt'
  const text = isExcerpt ? beginningOf(content) : content
  const perCharacter = text.length * 0.000_04
  if (format === 'markdown')
    return text.length > maxMarkdownLength ? perCharacter : perCharacter + countOf(text, '\n*_~`[]|<>&!\\') * 0.012
  const tags = countOf(text, '<')
  if (tags > maxTags) return perCharacter
  return perCharacter + tags * (isExcerpt ? 0.018 : 0.006) + countOf(text, '&') * 0.002
}

/** How many of these characters a text contains. Counting stops where it makes no difference any more. */
export function countOf(text: string, characters: string): number {
  let count = 0
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0 && count < mostCounted; at = text.indexOf(character, at + 1))
      count += 1
  }
  return count
}

const mostCounted = 50_000

/** Content that begins like HTML, or closes an element anywhere, is HTML. */
export function guessFormat(content: string): ContentFormat {
  return /^\s*<(?:!doctype|[a-z][a-z0-9]*[\s>/])|<\/[a-z][a-z0-9]*>/i.test(content.slice(0, 100_000))
    ? 'html'
    : 'markdown'
}

/** The part of the content that an excerpt is made from. */
export const beginningOf = (content: string) => content.slice(0, 20_000).replace(/[\uD800-\uDBFF]$/, '')

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A page of a thousand table rows has about ten thousand. */
export const maxTags = 20_000

/** A longer text is no article, and is not parsed as Markdown. */
export const maxMarkdownLength = 100_000

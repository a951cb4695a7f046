import { decodeEntities } from '@marquee/model'

/**
 * Removes markup from a text that may be HTML, Markdown or plain, and joins it to one line. It is used for search and
 * highlights, so ambiguous characters are kept. Every step is linear in the length of the text.
 */
export function plainText(text: string): string {
  const cut = text.slice(0, maxLength)
  return escapes(decodeEntities(marks(tags(cut))))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Text beyond this length, three times that of a long article, is not searched. */
const maxLength = 50_000

function tags(text: string): string {
  if (!text.includes('<')) return text
  return text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(hiddenElement, ' ')
    .replaceAll(/<\/?([a-z][a-z0-9]*)[^<>]*>/gi, (_, name: string) => (inlineTags.has(name.toLowerCase()) ? '' : ' '))
}

/** Elements whose content is never shown. An unclosed one extends to the end, as in a browser. */
const hiddenElement =
  /<(script|style|textarea|option|noscript|template|svg|math|iframe|object|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi

/** Tags that can be in the middle of a word. All others separate words. */
const inlineTags = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Removes Markdown: prefixes of lines, the targets of links and images, and emphasis. */
function marks(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/^[ \t]*\[[^[\]\n]*\]:.*$/gm, '')
    .replaceAll(/^[ \t|:=-]{3,}$/gm, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[*+-]|\d{1,3}[.)])(?=[ \t])/gm, '')
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/^[ \t]*\||\|[ \t]*$|[ \t]\|(?=[ \t])/gm, ' ')
    .replaceAll(/(?<![\p{L}\p{N}*_~`\\])[*_~`]+(?=[^\s*_~`])/gu, '')
    .replaceAll(/(?<=[^\s*_~`\\])[*_~`]+(?![\p{L}\p{N}*_~`])/gu, '')
}

const escapes = (text: string) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')

import { decodeEntities } from '@marquee/model'

/**
 * The words of a text that may be HTML, Markdown or neither, on one line. It is read for searching and for showing where
 * something was found, so what is unclear stays as it is. Every step goes through the text once.
 */
export function plainText(text: string): string {
  const cut = text.slice(0, maxLength)
  return escapes(decodeEntities(marks(tags(cut))))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Text after this many characters, three times as long as a long article, is not searched. */
const maxLength = 50_000

function tags(text: string): string {
  if (!text.includes('<')) return text
  return text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(hiddenElement, ' ')
    .replaceAll(/<\/?([a-z][a-z0-9]*)[^<>]*>/gi, (_, name: string) => (inlineTags.has(name.toLowerCase()) ? '' : ' '))
}

/** What these hold is never shown. One that is not closed goes on to the end, as in a browser. */
const hiddenElement =
  /<(script|style|textarea|option|noscript|template|svg|math|iframe|object|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi

/** Tags that may stand in the middle of a word. At all others one word ends and the next begins. */
const inlineTags = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** Takes Markdown off: what begins a line, links and pictures but for their words, and marks around words. */
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

/** One line of text: white space becomes one space, and invisible characters are removed. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(unseen, '')
    .toWellFormed()
    .trim()
}

/** Soft hyphens, zero-width characters and bidirectional marks. */
export const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The beginning of a text within a number of characters, cut at the end of a sentence or of a word. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const room = text.slice(0, maxLength)
  const sentence = /^.*[.!?…](?=\s|$)/s.exec(room)?.[0] ?? ''
  if (sentence.length >= maxLength * 0.5) return sentence.trim()
  const word = room.slice(0, maxLength - 1).replace(/[\s,;:.–—-]*\s\S*$/s, '')
  const cut = word.length >= maxLength * 0.4 ? word : room.slice(0, maxLength - 1)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

/** A slug of a text, for keys: lower case, no accents, words separated by hyphens. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxSlug)
}

const maxSlug = 60

/** A key for a name, however it is written: its slug, or the whole text for a name of symbols alone or one too long for a slug. */
export function nameKey(name: string): string {
  const slug = slugOf(name)
  return slug !== '' && slug.length < maxSlug ? slug : oneLine(name).toLowerCase()
}

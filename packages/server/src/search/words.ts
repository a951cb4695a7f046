/** The distinct words of a text, folded, in the order of their first occurrence. */
export function wordsOf(text: string, maxCount = Number.POSITIVE_INFINITY): string[] {
  const words = new Set<string>()
  for (const [word] of text.matchAll(wordPattern)) {
    const folded = cut(fold(word))
    if (folded !== '') words.add(folded)
    if (words.size >= maxCount) break
  }
  return [...words]
}

/** The words of a query; only the first `maxQueryWords` count. */
export const queryWords = (q: string) => wordsOf(q, maxQueryWords)

/**
 * Removes case, accents and everything but letters and digits: `Été` becomes `ete`, `Straße` `strasse`.
 * Documents, queries and highlights all use this form, so that every match can be highlighted.
 * Each character is folded independently of its neighbors.
 */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(foldable, (character) => letters[character] ?? '')
}

/** Runs of letters and digits, with characters that can be inside a word: combining accents, soft hyphens, joiners. */
export const wordPattern = /[\p{L}\p{N}\p{M}\u00AD\u200C-\u200D\u2060\uFEFF]+/gu

/** Words are truncated to this length for comparison; natural words are shorter. */
const maxWordLength = 40
const maxQueryWords = 10

function cut(word: string): string {
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, '')
}

const plainAscii = /^[A-Za-z0-9]*$/

/** Letters without a Unicode decomposition that people type as other letters. */
const letters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
}

/** Characters that are replaced or removed: the letters above, everything but letters and digits, and modifier letters. */
const foldable = new RegExp(`[${Object.keys(letters).join('')}]|[\\u02B9-\\u02FF]|[^\\p{L}\\p{N}]`, 'gu')

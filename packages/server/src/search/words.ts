/** The different words of a text, folded, in the order in which they first come. */
export function wordsOf(text: string, maxCount = Number.POSITIVE_INFINITY): string[] {
  const words = new Set<string>()
  for (const [word] of text.matchAll(wordPattern)) {
    const folded = cut(fold(word))
    if (folded !== '') words.add(folded)
    if (words.size >= maxCount) break
  }
  return [...words]
}

/** The words that somebody searches for. What comes after is not looked at. */
export const queryWords = (q: string) => wordsOf(q, maxQueryWords)

/**
 * Letters and digits alone, without case and accents: `Été` becomes `ete`, `Straße` `strasse`.
 * Documents, questions and highlights are all compared in this form, so that what is found can be shown.
 * Each character folds by itself, whatever stands beside it.
 */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(foldable, (character) => letters[character] ?? '')
}

/** Runs of letters and digits, with what may stand in the middle of a word: accents written apart, soft hyphens, joiners. */
export const wordPattern = /[\p{L}\p{N}\p{M}\u00AD\u200C-\u200D\u2060\uFEFF]+/gu

/** A word is no longer than this where it is compared; what goes on after it is no word of a language. */
const maxWordLength = 40
const maxQueryWords = 10

function cut(word: string): string {
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, '')
}

const plainAscii = /^[A-Za-z0-9]*$/

/** Letters that are not made of another letter and an accent, and yet are typed as others. */
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

/** What becomes another letter, and what is left out: all that is neither letter nor digit, and marks that only count as letters. */
const foldable = new RegExp(`[${Object.keys(letters).join('')}]|[\\u02B9-\\u02FF]|[^\\p{L}\\p{N}]`, 'gu')

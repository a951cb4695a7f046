import { fold, wordPattern } from './words.ts'

/** Where words of a question stand in a text: offsets as JavaScript slices, in order, none inside another. */
export type Range = [start: number, end: number]

export interface Highlighted {
  text: string
  ranges: Range[]
}

/** A text with what was found in it, cut down to the surroundings of the first hit when it is long; undefined without a hit. */
export function highlight(text: string, words: readonly string[], maxLength = 160): Highlighted | undefined {
  const ranges = hitsIn(text, words)
  const [first] = ranges
  if (!first) return undefined
  return text.length <= maxLength ? { text, ranges } : snippet(text, ranges, first, maxLength)
}

/** Every beginning of a word that reads like one of the words, which are folded. */
function hitsIn(text: string, words: readonly string[]): Range[] {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const ranges: Range[] = []
  for (const { 0: token, index } of text.matchAll(wordPattern)) {
    const folded = fold(token)
    const word = longestFirst.find((one) => folded.startsWith(one))
    const length = word && lengthOf(word, token)
    if (length) ranges.push([index, index + length])
  }
  return ranges
}

/** How much of a token folds to the word; undefined when the word ends in the middle of a letter, as `o` does in `œuvre`. */
function lengthOf(word: string, token: string): number | undefined {
  let length = 0
  let folded = 0
  for (const character of token) {
    const own = fold(character).length
    // What folds to nothing, such as an accent that is written apart, belongs to the letter before it.
    if (folded >= word.length && own > 0) break
    folded += own
    length += character.length
  }
  return folded === word.length ? length : undefined
}

/** As many whole words as fit around the first hit, with dots where something was left out. */
function snippet(text: string, ranges: Range[], first: Range, maxLength: number): Highlighted {
  const start = wordStart(text, Math.max(0, Math.min(first[0] - lead, text.length - maxLength)), first[0])
  const end = wordEnd(text, start + maxLength, first[1])
  const before = start > 0 ? '…' : ''
  const after = end < text.length ? '…' : ''
  const shift = before.length - start
  return {
    text: `${before}${text.slice(start, end)}${after}`,
    ranges: ranges
      .filter((range) => range[0] >= start && range[1] <= end)
      .map((range): Range => [range[0] + shift, range[1] + shift]),
  }
}

/** How much is shown before the first hit. */
const lead = 50

/** The first beginning of a word from a place on, or the hit where there is none before it. */
function wordStart(text: string, from: number, hit: number): number {
  if (from === 0) return 0
  const gap = text.slice(from - 1, hit).search(/\s\S/)
  return gap < 0 ? hit : from + gap
}

/** The last end of a word up to a place, or the end of the hit where there is none after it. */
function wordEnd(text: string, to: number, hit: number): number {
  if (to >= text.length) return text.length
  const gap = text.slice(hit, to + 1).search(/\s\S*$/)
  return gap < 0 ? hit : hit + gap
}

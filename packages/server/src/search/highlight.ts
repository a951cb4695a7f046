import { fold, wordPattern } from './words.ts'

/** The position of a match in a text: UTF-16 offsets, sorted, not overlapping. */
export type Range = [start: number, end: number]

export interface Highlighted {
  text: string
  ranges: Range[]
}

/** A text with its matches, shortened to the surroundings of the first match when it is long; undefined without a match. */
export function highlight(text: string, words: readonly string[], maxLength = 160): Highlighted | undefined {
  const ranges = matchesIn(text, words)
  const [first] = ranges
  if (!first) return undefined
  return text.length <= maxLength ? { text, ranges } : snippet(text, ranges, first, maxLength)
}

/** Every prefix of a word in the text that matches one of the (folded) words. */
function matchesIn(text: string, words: readonly string[]): Range[] {
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

/** The length of the part of a token that folds to the word; undefined when the word ends inside a letter, as `o` does in `œuvre`. */
function lengthOf(word: string, token: string): number | undefined {
  let length = 0
  let folded = 0
  for (const character of token) {
    const own = fold(character).length
    // Characters that fold to nothing, such as combining accents, belong to the letter before them.
    if (folded >= word.length && own > 0) break
    folded += own
    length += character.length
  }
  return folded === word.length ? length : undefined
}

/** As many whole words as fit around the first match, with an ellipsis where text was left out. */
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

/** The number of characters shown before the first match. */
const lead = 50

/** The first start of a word at or after `from`, or the start of the match if there is none before it. */
function wordStart(text: string, from: number, hit: number): number {
  if (from === 0) return 0
  const gap = text.slice(from - 1, hit).search(/\s\S/)
  return gap < 0 ? hit : from + gap
}

/** The last end of a word at or before `to`, or the end of the match if there is none after it. */
function wordEnd(text: string, to: number, hit: number): number {
  if (to >= text.length) return text.length
  const gap = text.slice(hit, to + 1).search(/\s\S*$/)
  return gap < 0 ? hit : hit + gap
}

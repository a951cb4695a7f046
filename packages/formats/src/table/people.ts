import { foldName } from '../collect.ts'

export interface People {
  names: string[]
  /** It could also be one name, or several. */
  isDoubtful: boolean
}

/**
 * Divides the cells of a column into names. `Ada & The Slow Herons` is one name and `Ada Wrenfield & Noor Benhadjar` are two: where
 * the separator does not decide, names that are alone in another cell do, and doubtful cells stay as they are.
 */
export function peopleSplitter(cells: string[]): (cell: string) => People {
  const known = new Set(
    cells
      .flatMap((cell) => sureParts(cell))
      .filter((part) => !weak.test(part))
      .map(foldName),
  )
  return (cell) => {
    const parts = sureParts(cell).map((part) => divided(part, known))
    return {
      names: [...new Set(parts.flatMap(({ names }) => names))],
      isDoubtful: parts.some((part) => part.isDoubtful),
    }
  }
}

/** These separate names everywhere. */
const sureParts = (cell: string) =>
  cell
    .split(/[\n;|•·]+/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

const weak = /,| & | \+ | and | et | und | y | e | en /i
const words = /\s+(?:&|\+|and|et|und|y|e|en)\s+/i

function divided(text: string, known: Set<string>): People {
  if (!weak.test(text)) return { names: [text], isDoubtful: false }
  const lists = text.split(/\s*,(?!\s*(?:jr|sr|ph\.?d|md|llc|inc|ltd|gmbh|ii|iii)\b)\s*/i).filter((part) => part !== '')
  const last = lists.at(-1) ?? ''
  if (lists.length > 2 || (lists.length === 2 && (words.test(last) || lists.every(isFullName)))) {
    // `A, B & C`: the last separator of a list is a word.
    const ends = [...lists.slice(0, -1), ...last.replace(/^(?:and|et|und|y|e|en|&)\s+/i, '').split(words)]
    if (!belongsTogether(last)) return { names: ends, isDoubtful: false }
    return { names: lists, isDoubtful: false }
  }
  const parts = lists.length === 2 ? lists : text.split(words)
  if (parts.length < 2) return { names: [text], isDoubtful: false }
  if (parts.every((part) => known.has(foldName(part)))) return { names: parts, isDoubtful: false }
  if (belongsTogether(text)) return { names: [text], isDoubtful: false }
  if (parts.every(isFullName)) return { names: parts, isDoubtful: false }
  return { names: [text], isDoubtful: true }
}

/** `… and the Herons`, `… & His Orchestra`, `… & Sons`. */
const belongsTogether = (text: string) =>
  /\s(?:&|and|et|und|y)\s+(?:the|his|her|their|les|ses|la|sa|son|die|der|das|seine|ihre|los|las|el|su|sons?|co|company|band|friends|amis|freunde|orchestra|guests?)\b/i.test(
    text,
  )

const isFullName = (part: string) => /^\p{L}[\p{L}'’.-]*(?: [\p{L}'’.()-]+){1,4}$/u.test(part)

import { damageIn } from './json-damage.ts'
import { placeOf } from './places.ts'
import { Unreadable } from './programme.ts'

/** Parses JSON of strangers. Damage is reported with its line and column. */
export function parseJson(text: string): unknown {
  refuseDepth(text)
  try {
    return JSON.parse(text)
  } catch {
    const index = damageIn(text)
    const found = index >= text.trimEnd().length ? 'the file ends too early' : `“${shown(text, index)}” is unexpected`
    throw new Unreadable(`The file is not valid JSON: ${found}.`, placeOf(text, index))
  }
}

const shown = (text: string, index: number) => text.slice(index, index + 12).split('\n', 1)[0]

/** Nesting is counted before parsing, so that no reader has to guard its recursion. No pattern: V8's overflow on long strings. */
function refuseDepth(text: string): void {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === openBracket || code === openBrace) depth++
    else if (code === closeBracket || code === closeBrace) depth--
    if (depth > maxDepth) throw new Unreadable(`The JSON is nested more than ${maxDepth} deep.`, placeOf(text, index))
  }
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index
  }
  return text.length
}

const maxDepth = 64
const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

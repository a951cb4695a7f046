/** Where a text stops being JSON. JSON.parse reports a position for some errors only, so the first wrong token is found by the grammar. */
export function damageIn(text: string): number {
  const open: Bracket[] = []
  let expected: Expected = 'value'
  let index = 0
  for (;;) {
    space.lastIndex = index
    space.test(text)
    index = space.lastIndex
    const end = text[index] === '"' ? endOfString(text, index) : endOfToken(text, index)
    if (end.damage !== undefined) return end.damage
    const next = after(text.slice(index, index + 1), expected, open)
    if (next === undefined) return index
    expected = next
    index = end.index
  }
}

type Bracket = '[' | '{'
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'
type End = { index: number; damage?: undefined } | { damage: number }

const space = /[ \t\r\n]*/y
const token = /[[\]{}:,]|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y

function endOfToken(text: string, index: number): End {
  token.lastIndex = index
  return token.test(text) ? { index: token.lastIndex } : { damage: index }
}

function endOfString(text: string, start: number): End {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) return { index: index + 1 }
    if (code < 0x20) return { damage: index }
    if (code !== 0x5c) continue
    escaped.lastIndex = index
    if (!escaped.test(text)) return { damage: index }
    index = escaped.lastIndex - 1
  }
  return { damage: text.length }
}

const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** The token that may follow one that begins with this character, or undefined when the token itself is wrong. */
function after(first: string, expected: Expected, open: Bracket[]): Expected | undefined {
  const rest = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  if (first === '}' || first === ']') {
    if (open.pop() !== (first === '}' ? '{' : '[')) return undefined
    return expected === 'comma or end' || expected === (first === '}' ? 'name or end' : 'value or end')
      ? rest()
      : undefined
  }
  if (first === ':') return expected === 'colon' ? 'value' : undefined
  if (first === ',') {
    if (expected !== 'comma or end') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (expected === 'name' || expected === 'name or end') return first === '"' ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'value or end') return undefined
  if (first !== '{' && first !== '[') return rest()
  open.push(first)
  return first === '{' ? 'name or end' : 'value or end'
}

export type Mark = 'bold' | 'italic' | 'link' | 'list'

/** Toggles a mark around the selection; returns the text and the new selection. */
export function marked(text: string, from: number, to: number, mark: Mark): { text: string; from: number; to: number } {
  if (mark === 'list') return listed(text, from, to)
  const [before, after] = signs[mark]
  const selected = text.slice(from, to)
  const isMarked = text.slice(from - before.length, from) === before && text.slice(to, to + after.length) === after
  if (isMarked && mark !== 'link') {
    const bare = text.slice(0, from - before.length) + selected + text.slice(to + after.length)
    return { text: bare, from: from - before.length, to: to - before.length }
  }
  const whole = text.slice(0, from) + before + selected + after + text.slice(to)
  if (mark !== 'link') return { text: whole, from: from + before.length, to: to + before.length }
  // Selects the URL, which is typed next.
  const address = to + before.length + ']('.length
  return { text: whole, from: address, to: address + 'https://'.length }
}

const signs = { bold: ['**', '**'], italic: ['*', '*'], link: ['[', '](https://)'] } as const

function listed(text: string, from: number, to: number) {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) < 0 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(start, end).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const next = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n')
  return { text: text.slice(0, start) + next + text.slice(end), from: start, to: start + next.length }
}

import type { Entry } from './entries.ts'

export interface CardWords {
  draft: string
  clash: string
  openEnded: string
  cancelled: string
}

/** The card of a session in the grid. Built with the DOM rather than React: there may be hundreds, redrawn while dragging. */
export function cardOf(entry: Partial<Entry>, words: CardWords): Node[] {
  const head = element('span', 'session-head')
  head.append(element('span', 'session-time', entry.times))
  if (entry.isClashing) head.append(mark('session-clash', '!', words.clash))
  if (entry.isDraft) head.append(element('span', 'session-draft', words.draft))
  if (entry.isCancelled) head.append(element('span', 'session-cancelled', words.cancelled))
  const nodes = [head, element(entry.isCancelled ? 's' : 'span', 'session-title', entry.title)]
  if (entry.isOpenEnded) nodes.push(element('span', 'session-note', words.openEnded))
  return nodes
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

/** An icon with a text for screen readers. */
function mark(className: string, sign: string, word: string): HTMLElement {
  const made = element('span', className, sign)
  made.setAttribute('role', 'img')
  made.setAttribute('aria-label', word)
  made.title = word
  return made
}

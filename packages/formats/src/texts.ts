import type { Collecting } from './collect.ts'
import { lineOf, textOf } from './values.ts'

export const maxTitle = 5_000
const maxDescription = 50_000

/** Cuts a text that is longer than its field, with a note. Lengths count code points. */
export function cutTo(text: string | undefined, max: number, at: string, note: Collecting['note']): string | undefined {
  if (text === undefined || text.length <= max) return text
  const points = [...text]
  if (points.length <= max) return text
  note('text_cut', `“${text.slice(0, 60)}…” has ${points.length} characters; it is cut after ${max}.`, at)
  return points.slice(0, max).join('')
}

/** The title of an entry; one without is reported and left out by its reader. */
export function titleOf(value: unknown, at: string, file: Pick<Collecting, 'note'>): string | undefined {
  const title = cutTo(lineOf(value), maxTitle, at, file.note)
  if (title === undefined) file.note('no_title', 'An entry has no title; it is left out.', at)
  return title
}

/** Abstract and description with a blank line between; once, when they are equal. */
export function descriptionOf(texts: unknown[], at: string, note: Collecting['note']): string | undefined {
  const parts = [...new Set(texts.map(textOf).filter((text) => text !== undefined))]
  return cutTo(parts.length > 0 ? parts.join('\n\n') : undefined, maxDescription, at, note)
}

/** Whether an entry of a call for papers was accepted; the others are left out, because a programme is public. */
export function isAccepted(state: unknown, title: string, at: string, note: Collecting['note']): boolean {
  const written = lineOf(state)
  if (written === undefined || /^(?:accepted|confirmed)$/i.test(written)) return true
  note('not_accepted', `“${title.slice(0, 100)}” is ${written.slice(0, 40)}; it is left out.`, at)
  return false
}

import type { Actor } from '@marquee/model'
import { idOfActor } from '../../data/actors.ts'

interface Heard {
  sequence: number
  kind: string
  operation: string
  id: string
  actor: Actor
}

/** Grouped changes: the newest of them, and the number of records. */
export interface News<C> {
  change: C
  records: number
}

/** Groups consecutive changes of one kind by one actor: an import of a hundred sessions is one line. */
export function newsOf<C extends Heard>(changes: readonly C[]): News<C>[] {
  const news: (News<C> & { ids: Set<string> })[] = []
  for (const change of changes) {
    const last = news.at(-1)
    if (last && isAlike(last.change, change)) last.records = last.ids.add(change.id).size
    else news.push({ change, records: 1, ids: new Set([change.id]) })
  }
  return news.map(({ change, records }) => ({ change, records }))
}

const isAlike = (one: Heard, other: Heard) =>
  one.kind === other.kind &&
  one.operation === other.operation &&
  one.actor.type === other.actor.type &&
  idOfActor(one.actor) === idOfActor(other.actor)

/** `5 minutes ago`, in a language. */
export function agoOf(at: string, nowMs: number, language: string): string {
  const seconds = Math.min(0, Math.round((Date.parse(at) - nowMs) / 1_000))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = units.find(([, length]) => -seconds >= length) ?? (['second', 1] as const)
  return format.format(Math.round(seconds / size), unit)
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

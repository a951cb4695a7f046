import { comparePlaces } from '@marquee/model/place-order'

/** A place with sessions, in the order that editors have set. */
export interface Stage {
  id: string
  title: string
  order: number | undefined
}

/** Stages by name, where editors have set no order. */
export function stageNames(language: string): (one: Stage, other: Stage) => number {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return (one, other) => collator.compare(one.title, other.title) || (one.id < other.id ? -1 : 1)
}

interface Known {
  nameOf: (placeId: string) => string
  orders?: ReadonlyMap<string, number> | undefined
  language: string
}

/** Places as stages, in their order. */
export function stagesIn(ids: Iterable<string>, { nameOf, orders, language }: Known): Stage[] {
  return [...ids]
    .map((id) => ({ id, title: nameOf(id), order: orders?.get(id) }))
    .sort(comparePlaces<Stage>(stageNames(language)))
}

/** The list with one entry at another position. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const [moved] = list.slice(from, from + 1)
  const target = Math.min(Math.max(to, 0), list.length - 1)
  return moved === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(target, 0, moved)
}

/** The changes that make a list the order: its positions, or none when the names decide. */
export function orderChanges(stages: readonly Stage[], isByName: boolean): { id: string; order: number | null }[] {
  return stages
    .map(({ id, order = null }, at) => ({ id, before: order, order: isByName ? null : at + 1 }))
    .filter(({ before, order }) => before !== order)
    .map(({ id, order }) => ({ id, order }))
}

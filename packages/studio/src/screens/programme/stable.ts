/** Reuses the objects of unchanged items, so that their identity shows what changed. */
export function keepSame<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return after.map((item) => {
    const old = known.get(item.id)
    return old && isSame(old, item) ? old : item
  })
}

/** Known items keep their order, even when changed; new ones come after. */
export function keepOrder<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: T) => places.get(id) ?? before.length
  return after.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function isSame<T extends object>(one: T, other: T): boolean {
  const names = Object.keys(one) as (keyof T)[]
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

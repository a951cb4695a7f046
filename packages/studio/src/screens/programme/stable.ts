/** Items that are as they were are the same objects again, so that whoever draws them can tell what changed. */
export function keepSame<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return after.map((item) => {
    const old = known.get(item.id)
    return old && isSame(old, item) ? old : item
  })
}

function isSame<T extends object>(one: T, other: T): boolean {
  const names = Object.keys(one) as (keyof T)[]
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

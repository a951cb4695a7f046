import type { Kind } from './kind.ts'

/** A function of the declaration of a kind, which is called once for each. */
export function oncePerKind<T>(derive: (kind: Kind) => T): (kind: Kind) => T {
  const known = new WeakMap<Kind, T>()
  return (kind) => {
    if (!known.has(kind)) known.set(kind, derive(kind))
    return known.get(kind) as T
  }
}

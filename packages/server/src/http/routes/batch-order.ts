import { findNamedReferences, type Kind } from '@marquee/model'
import { keyOf } from '../../content/named-references.ts'

/** The parts of an operation that decide when it runs. */
export interface Orderable {
  kind: Kind
  reference?: string
  body?: unknown
}

/**
 * The order in which operations run: as sent, except that a record that others name by its reference is written before them.
 * Among operations that name each other in a circle, the first that was sent comes last.
 */
export function batchOrder(operations: Orderable[]): number[] {
  const writers = new Map<string, number>()
  for (const [index, { kind, reference, body }] of operations.entries()) {
    const own = reference ?? Object(body)._reference
    if (typeof own === 'string') writers.set(keyOf({ kind: kind.name, reference: own }), index)
  }
  const order: number[] = []
  const seen = new Set<number>()
  const needsOf = ({ kind, body }: Orderable) =>
    findNamedReferences(kind, body).flatMap((named) => writers.get(keyOf(named)) ?? [])
  for (const [first, operation] of operations.entries()) {
    if (seen.has(first)) continue
    seen.add(first)
    // A stack of its own: a chain may be as long as the batch.
    const stack = [{ index: first, needs: needsOf(operation) }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.needs.shift()
      const needed = next === undefined || seen.has(next) ? undefined : operations[next]
      if (next === undefined) {
        order.push(top.index)
        stack.pop()
      } else if (needed) {
        seen.add(next)
        stack.push({ index: next, needs: needsOf(needed) })
      }
    }
  }
  return order
}

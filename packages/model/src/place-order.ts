/**
 * Compares places in the order that editors have set, then by `byName`. Places without an order come after the others, so that
 * without any order the names decide.
 */
export function comparePlaces<P extends { order?: unknown }>(
  byName: (one: P, other: P) => number,
): (one: P, other: P) => number {
  return (one, other) => {
    const [left, right] = [rankOf(one), rankOf(other)]
    return left === right ? byName(one, other) : left < right ? -1 : 1
  }
}

const rankOf = ({ order }: { order?: unknown }) => (typeof order === 'number' ? order : Number.POSITIVE_INFINITY)

import { storageFull } from '../base/errors.ts'
import { isFull } from './failures.ts'
import type { Sql } from './sql.ts'

/** Whether there is space for writes, from the free space and the last writes. */
export interface WriteSpace {
  /** Throws when a write would use up the last of the space. */
  require(): void
  /** Records a failed statement, and rethrows its error. */
  failed(error: unknown): never
  /** A write has been committed. */
  succeeded(): void
  isFull(): boolean
}

export function watchWrites(isSpaceLow: () => boolean = () => false): WriteSpace {
  let failedAtMs = Number.NEGATIVE_INFINITY
  return {
    require() {
      if (isSpaceLow()) throw storageFull()
    },
    failed(error) {
      if (isFull(error)) failedAtMs = performance.now()
      throw error
    },
    succeeded() {
      failedAtMs = Number.NEGATIVE_INFINITY
    },
    isFull: () => isSpaceLow() || performance.now() - failedAtMs < rememberedMs,
  }
}

export const isSelect = ({ strings }: Sql) => /^\s*select\b/i.test(strings[0] ?? '')

/** Whether a statement changes rows. One that locks rows to take them counts as well. */
export function isWrite(statement: Sql): boolean {
  if (isSelect(statement)) return false
  return statement.strings.some((text) => /\b(insert|update|delete)\b/i.test(text))
}

/** How long a failed write counts, unless another write succeeds. */
const rememberedMs = 30_000

import type { Tx } from './tx.ts'

/**
 * What code keeps of each transaction, such as the writes that wait. It is freed with the transaction: a weak map that has become old
 * keeps what is young until the next collection of all memory, which then comes often.
 */
export function perTransaction<T>(): PerTransaction<T> {
  const key = Symbol('kept')
  return {
    get: ({ kept }) => kept.get(key) as T | undefined,
    set: ({ kept }, value) => void kept.set(key, value),
    delete: ({ kept }) => void kept.delete(key),
  }
}

interface PerTransaction<T> {
  get(tx: Pick<Tx, 'kept'>): T | undefined
  set(tx: Pick<Tx, 'kept'>, value: T): void
  delete(tx: Pick<Tx, 'kept'>): void
}

import { randomUUID } from 'node:crypto'
import { type AnyRecord, type Kind, oncePerKind } from '@marquee/model'
import { findAddresses, releaseAddresses, reserveAddresses } from '../store/control/addresses.ts'
import type { Db, Outcome, Tx } from '../store/db.ts'
import { perTransaction } from '../store/per-transaction.ts'
import { findHeld } from '../store/records/addresses.ts'
import { takenError, type Written } from './taken.ts'
import type { Writing } from './writing.ts'

/** A record before and after a write. */
export interface Rewritten {
  before: AnyRecord | null
  after: AnyRecord | null
}

/** Which of these addresses belong to other broadcasts. */
export async function findTakenElsewhere(
  { control, broadcastId }: Pick<Writing, 'control' | 'broadcastId'>,
  addresses: string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const found = await findAddresses(control, addresses)
  return new Set(addresses.filter((address) => (found.get(address) ?? broadcastId) !== broadcastId))
}

/**
 * Reserves the addresses that records were given, and refuses those of other broadcasts. It follows the write, because the index of the
 * broadcast has to exclude its other records first, and precedes the commit. Addresses that are given up are released after the commit,
 * new reservations after a rollback (decision 0186).
 */
export async function followAddresses(
  writing: Writing,
  kind: Kind,
  writes: readonly Rewritten[],
  written: Written = {},
): Promise<void> {
  const fields = addressFields(kind)
  const changes = fields.flatMap((field) =>
    writes.flatMap(({ before, after }) => {
      const [lost, taken] = [before?.[field], after?.[field]]
      return lost === taken
        ? []
        : [lost, taken].flatMap((value) => (typeof value === 'string' ? [{ field, value }] : []))
    }),
  )
  if (changes.length === 0) return
  const { tx, control, broadcastId } = writing
  await tx.runWaiting()
  const reservations = reservationsOf(tx, control)
  const taken = new Set(writes.flatMap(({ after }) => fields.map((field) => after?.[field])))
  for (const { field, value } of changes)
    reservations.touched.set(value, { broadcastId, refusal: () => takenError(kind, field, {}) })
  const refused = await reservations.reserve(broadcastId, new Set(changes.map(({ value }) => value)))
  const first = changes.find(({ value }) => refused.has(value) && taken.has(value))
  if (first) throw takenError(kind, first.field, written)
}

const addressFields = oncePerKind((kind) =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.unique === 'service'),
)

/** The addresses that a transaction took or gave up. */
class Reservations {
  readonly touched = new Map<string, { broadcastId: string; refusal(): Error }>()
  readonly #control: Db<'control'>
  readonly #tx: Tx
  readonly #id = randomUUID()
  readonly #new = new Set<string>()
  readonly #givenUp: string[] = []

  constructor(tx: Tx, control: Db<'control'>) {
    this.#tx = tx
    this.#control = control
  }

  /** Returns those that belong to other broadcasts. */
  async reserve(broadcastId: string, addresses: ReadonlySet<string>): Promise<Set<string>> {
    const reserved = await reserveAddresses(this.#control, broadcastId, [...addresses], this.#id)
    for (const { address, isNew } of reserved) if (isNew) this.#new.add(address)
    return addresses.difference(new Set(reserved.map(({ address }) => address)))
  }

  /** Reserves again what records have in the end: a release of another transaction, or a sweep, may have come in between. */
  async settle(): Promise<void> {
    const byBroadcast = Map.groupBy(this.touched, ([, { broadcastId }]) => broadcastId)
    for (const [broadcastId, some] of byBroadcast) {
      const addresses = some.map(([address]) => address)
      const held = await findHeld(this.#tx, broadcastId, addresses)
      const refused = held.size > 0 ? await this.reserve(broadcastId, held) : held
      for (const [address, { refusal }] of some) if (refused.has(address)) throw refusal()
      this.#givenUp.push(...addresses.filter((address) => !held.has(address)))
    }
  }

  /** Without a confirmation, or after an error, `jobs/tidy-addresses.ts` finds out what records have. */
  async release(outcome: Outcome): Promise<void> {
    const free = outcome === 'committed' ? this.#givenUp : outcome === 'rolled back' ? [...this.#new] : []
    if (free.length > 0) await releaseAddresses(this.#control, free, this.#id).catch(() => {})
  }
}

const known = perTransaction<Reservations>()

function reservationsOf(tx: Tx, control: Db<'control'>): Reservations {
  const begun = known.get(tx)
  if (begun) return begun
  const fresh = new Reservations(tx, control)
  known.set(tx, fresh)
  tx.lastly(() => fresh.settle())
  tx.afterEnd((outcome) => fresh.release(outcome))
  return fresh
}

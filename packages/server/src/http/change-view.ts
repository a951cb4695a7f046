import { allKinds } from '@marquee/model'
import type { Seat } from '../access/principal.ts'
import { mayDo } from '../access/rights.ts'
import { AppError } from '../base/errors.ts'
import type { LoggedChange } from '../store/changes.ts'
import { readRight } from './kind-route-parts.ts'

/** A row of the change log as callers see it. What a deleted record was stays with us. */
export function showChange(change: LoggedChange): string {
  const head = {
    sequence: change.sequence,
    kind: change.kind,
    id: change.record_id,
    operation: change.operation,
    fields: change.fields,
    at: change.at.toISOString(),
    actor: JSON.parse(change.actor),
  }
  const record = change.operation === 'delete' || change.body === null ? 'null' : change.body
  return `${JSON.stringify(head).slice(0, -1)},"record":${record}}`
}

export function requireKept(since: number, prunedThrough: number): void {
  if (since < prunedThrough)
    throw new AppError(
      'sequence_expired',
      'Changes that old are no longer kept; read the lists again and go on from their Marquee-Sequence.',
    )
}

/** The kinds whose changes a caller may not see. */
export function hiddenKinds(seat: Seat): string[] {
  return allKinds.filter((kind) => !mayDo(seat.standing, readRight(kind))).map(({ name }) => name)
}

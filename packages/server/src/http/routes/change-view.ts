import { allKinds } from '@marquee/model'
import type { Membership } from '../../access/principal.ts'
import { isAllowed } from '../../access/rights.ts'
import { AppError } from '../../base/errors.ts'
import { readRight } from './kind-route-parts.ts'

export function requireKept(since: number, prunedThrough: number): void {
  if (since < prunedThrough)
    throw new AppError(
      'sequence_expired',
      'Changes that old are no longer kept; read the lists again and go on from their Marquee-Sequence.',
    )
}

/** The kinds whose changes a caller may not see. */
export function hiddenKinds(membership: Membership): string[] {
  return allKinds.filter((kind) => !isAllowed(membership.permissions, readRight(kind))).map(({ name }) => name)
}

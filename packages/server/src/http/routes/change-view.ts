import { allKinds } from '@marquee/model'
import type { Membership } from '../../access/principal.ts'
import { isAllowed } from '../../access/rights.ts'
import { readRight } from './kind-route-parts.ts'

/** The kinds whose changes a caller may not see. */
export function hiddenKinds(membership: Membership): string[] {
  return allKinds.filter((kind) => !isAllowed(membership.permissions, readRight(kind))).map(({ name }) => name)
}

import type { AnyRecord, Kind } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import type { PushParts } from '../push/parts.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Tx } from '../store/db.ts'

/** The parts of the service that campaigns use. */
export interface CampaignParts extends PushParts {
  content: PushParts['content'] & {
    /** Sets fields that only the service sets. */
    setFields(
      tx: Tx,
      tenant: Tenant,
      actor: Actor,
      kind: Kind,
      id: string,
      fields: Record<string, unknown>,
    ): Promise<AnyRecord>
  }
}

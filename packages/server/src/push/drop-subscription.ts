import { kinds } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import type { Tx } from '../store/db.ts'
import { lockRecord } from '../store/records/records.ts'
import type { PushParts } from './parts.ts'

/** Deletes a subscription that no longer exists, unless the client has sent another one in the meantime. */
export async function dropSubscription(
  content: PushParts['content'],
  tx: Tx,
  tenant: Tenant,
  clientId: string,
  sealed: string,
): Promise<void> {
  const kind = kinds.broadcastClient
  const stored = await lockRecord(tx, tenant.broadcastId, kind, { id: clientId })
  if (stored?.secrets?.pushSubscription !== sealed) return
  await content.update(tx, tenant, { type: 'service' }, kind, clientId, { pushSubscription: null })
}

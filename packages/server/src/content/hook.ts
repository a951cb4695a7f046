import type { AnyRecord, Kind } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Vault } from '../base/vault.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Queryable, Tx } from '../store/db.ts'
import { findRecordWithSecrets } from '../store/records/records.ts'
import type { Content } from './content.ts'
import type { SealedSecrets } from './secrets.ts'
import { updateRecord } from './update-record.ts'

/** The part of a hook's address that proves it. It is not stored, and another `hookVersion` makes it invalid. */
export const hookToken = (vault: Vault, broadcastId: string, { _id, hookVersion }: AnyRecord): string =>
  signToken(vault, 'hooks', [broadcastId, _id, String(hookVersion)], neverMs)

/** Makes another address; the old one is unknown from then on. */
export async function replaceHook(
  tx: Tx,
  content: Content,
  tenant: Tenant,
  actor: Actor,
  { kind, id, nowMs }: { kind: Kind; id: string; nowMs: number },
): Promise<AnyRecord> {
  const service = { hookVersion: newObjectId(nowMs) }
  const record = await content.writeIn(tx, tenant, actor, (writing) =>
    updateRecord(writing, kind, { id }, {}, { service }),
  )
  const { broadcastId } = tenant
  const at = new Date(nowMs).toISOString()
  await appendAudit(tx, { action: 'hook.replaced', broadcastId, actor, details: { kind: kind.name, id }, at })
  return record
}

/** The record that a hook calls. A token that is wrong takes as long as one that was replaced. */
export async function findHooked(
  { db, vault, clock }: { db: Queryable; vault: Vault; clock: Clock },
  kind: Kind,
  token: string,
): Promise<{ broadcastId: string; record: AnyRecord; secrets: SealedSecrets }> {
  const [broadcastId = '', id = '', version] = readToken(vault, 'hooks', token, clock.now())?.words ?? []
  const stored = await findRecordWithSecrets(db, broadcastId, kind, id)
  const record: AnyRecord | undefined = stored && JSON.parse(stored.body)
  if (!record || String(record.hookVersion) !== version) throw notFound()
  return { broadcastId, record, secrets: stored?.secrets ?? {} }
}

const neverMs = Date.UTC(2999, 0, 1)

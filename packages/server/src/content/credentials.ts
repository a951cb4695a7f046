import { type AnyRecord, kinds } from '@marquee/model'
import type { Vault } from '../base/vault.ts'
import type { Queryable } from '../store/db.ts'
import { findRecordWithSecrets } from '../store/records/records.ts'
import { openSecret, secretContext } from './secrets.ts'

/** An entry of the broadcast's `authData` with its secrets decrypted, for the request that sends them. */
export async function findCredential(
  { db, vault }: { db: Queryable; vault: Vault },
  broadcastId: string,
  entryId: string,
) {
  const stored = await findRecordWithSecrets(db, broadcastId, kinds.broadcast, broadcastId)
  if (!stored) return undefined
  const record: AnyRecord = JSON.parse(stored.body)
  const entries = Array.isArray(record.authData) ? (record.authData as AuthEntry[]) : []
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) return undefined
  const secret = (path: string) => {
    const place = `authData.${entryId}.${path}`
    const value = openSecret(
      stored.secrets ?? {},
      place,
      vault,
      secretContext(broadcastId, kinds.broadcast, broadcastId),
    )
    return typeof value === 'string' ? value : ''
  }
  return {
    id: entryId,
    type: entry.type,
    name: entry.name ?? null,
    hosts: entry.hosts ?? [],
    username: entry.basic?.username ?? '',
    password: secret('basic.password'),
    key: secret('key'),
    oauth: {
      tokenUrl: entry.oauth?.tokenUrl ?? '',
      clientId: entry.oauth?.clientId ?? '',
      clientSecret: secret('oauth.clientSecret'),
      scope: entry.oauth?.scope ?? '',
    },
  }
}

/** An entry without its secrets. */
interface AuthEntry {
  id: string
  type: 'basic' | 'apiKey' | 'oauth' | 'fixedKeys'
  name?: string | null
  hosts?: string[] | null
  basic?: { username?: string | null } | null
  oauth?: { tokenUrl?: string | null; clientId?: string | null; scope?: string | null } | null
}

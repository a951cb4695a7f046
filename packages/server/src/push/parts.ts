import type { AnyRecord, Kind } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Outbound } from '../base/outbound/index.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Vault } from '../base/vault.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import type { OpenSubscription } from './recipient.ts'

/** The parts of the service that sending uses. */
export interface PushParts {
  db: Db
  writeQueue: WriteQueue
  clock: Clock
  vault: Vault
  outbound: Outbound
  /** The contact for operators of push services. */
  contact: string
  content: {
    update(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  }
  localize<R extends Record<string, unknown>>(kind: Kind, record: R, locale: string): R
  openSubscription: OpenSubscription
  onError(error: unknown): void
}

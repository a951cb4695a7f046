import type { AnyRecord, Condition, Kind, SortStep } from '@marquee/model'
import type { Outbound } from '../../base/outbound/index.ts'
import type { Tenant } from '../../base/tenant.ts'
import type { Actor } from '../../store/changes/changes.ts'
import type { Tx } from '../../store/db.ts'
import type { Credentials } from '../credentials.ts'
import type { RunSandbox } from '../evaluate.ts'

/** The parts of the service that nodes use. */
export interface NodeServices {
  content: RunContent
  outbound: Outbound
  credentials: Credentials
  sandbox: RunSandbox
}

/** The operations on content that runs use. */
export interface RunContent {
  list(
    broadcastId: string,
    kind: Kind,
    request: { where: Condition | null; order: SortStep[] | null; startId: string | null; limit: number; skip: number },
  ): Promise<{ bodies: string[]; total: number; nextStartId: string | null }>
  /** Throws when it does not exist. */
  read(broadcastId: string, kind: Kind, id: string): Promise<string>
  create(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, body: unknown): Promise<AnyRecord>
  update(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  remove(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string): Promise<void>
  findTimeZone(broadcastId: string): Promise<string>
}

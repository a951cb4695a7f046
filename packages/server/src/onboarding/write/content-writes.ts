import type { AnyRecord, Kind } from '@marquee/model'
import type { Tenant } from '../../base/tenant.ts'
import type { Actor } from '../../store/changes/changes.ts'
import type { Tx } from '../../store/db.ts'

/** Writes content within an open transaction; injected, because features do not import each other. */
export type WriteContent = <T>(tx: Tx, tenant: Tenant, work: (writes: ContentWrites) => Promise<T>) => Promise<T>

export interface ContentWrites {
  create(kind: Kind, records: { id: string; body: unknown }[]): Promise<AnyRecord[]>
  update(kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  /** Sets fields that only the service sets. */
  set(kind: Kind, id: string, fields: Record<string, unknown>): Promise<AnyRecord>
  /** Runs a part in a savepoint. If it is refused, it is rolled back, and the result is undefined. */
  attempt<T>(part: () => Promise<T>): Promise<T | undefined>
}

/** Stores a file as a media of the broadcast. The same reference is the same media. */
export type KeepMedia = (
  owner: { broadcastId: string; userId: string | null; actor: Actor },
  file: {
    bytes: Uint8Array | AsyncIterable<Uint8Array>
    name: string
    alt?: string
    reference?: string
    metadata?: Record<string, unknown>
  },
) => Promise<AnyRecord>

import type { AnyRecord, FieldError, Kind } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Tx } from '../store/db.ts'

/** Writes content within an open transaction; injected, because features do not import each other. */
export type WriteContent = <T>(
  tx: Tx,
  tenant: Tenant,
  actor: Actor,
  work: (writes: ContentWrites) => Promise<T>,
) => Promise<T>

export interface ContentWrites {
  create(kind: Kind, records: { id?: string; body: unknown; service?: Record<string, unknown> }[]): Promise<AnyRecord[]>
  /** A body that depends on the record is a function of it, called once the record is locked. */
  update(
    kind: Kind,
    id: string,
    body: Record<string, unknown> | ((before: AnyRecord) => Promise<unknown>),
    /** Fields that only the service sets. */
    service?: Record<string, unknown>,
  ): Promise<AnyRecord>
  /** Sets fields that only the service sets. */
  set(kind: Kind, id: string, fields: Record<string, unknown>): Promise<AnyRecord>
  remove(kind: Kind, id: string): Promise<void>
  /** Restores a deleted record from the trash, with the references to it. */
  restore(id: string): Promise<AnyRecord>
  /** Runs a part in a savepoint. If it is refused, it is rolled back, and the result is undefined. */
  attempt<T>(part: () => Promise<T>, onRefused?: (error: Error) => void): Promise<T | undefined>
}

/** The errors of these values of a kind. */
export type CheckFields = (kind: Kind, fields: Record<string, unknown>) => FieldError[]

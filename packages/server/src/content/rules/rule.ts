import type { AnyRecord, Condition, FieldError, Kind } from '@marquee/model'
import type { RecordKey } from '../../store/changes/versions.ts'
import type { Queryable } from '../../store/db.ts'
import type { Column } from '../csv.ts'
import type { Writing } from '../writing.ts'

/** The behavior of a kind beyond storage. Every part is optional. */
export interface Rule {
  /** Whether a change of a record depends on nothing but the record, so that it can be optimistic (decision 0194). */
  isSelfContained?: true
  /** Refuses a body before its secrets are removed from it. */
  arriving?(step: { writing: Writing; sent: Record<string, unknown> }): void
  /** Read-only fields that the service fills on create. */
  serviceFields?(writing: Writing): Promise<Record<string, unknown>>
  /** Completes or refuses a record before it is saved. `service` contains the fields that only the service sets. */
  prepare?(step: {
    writing: Writing
    before: AnyRecord | null
    after: AnyRecord
    service: Record<string, unknown>
  }): AnyRecord | Promise<AnyRecord>
  /** The error for a value that another record has, where it was not sent but derived. `another` proposes a value. */
  taken?(step: { field: string; sent: Record<string, unknown>; another: string }): FieldError | undefined
  /** Further writes of the same transaction after a record was saved. */
  saved?(step: { writing: Writing; before: AnyRecord | null; after: AnyRecord; rewrite: RewriteRecord }): Promise<void>
  /** Checks a record that a restore recreates: errors refuse the restore, `file_gone` leaves the record out. */
  restoring?(step: {
    writing: Writing
    before: AnyRecord | null
    after: AnyRecord
  }): FieldError[] | 'file_gone' | undefined | Promise<FieldError[] | 'file_gone' | undefined>
  /** How a copy differs from a record of another broadcast: fields that are sent, and fields that only the service sets. */
  copied?(record: AnyRecord): { body?: Record<string, unknown>; service?: Record<string, unknown> }
  /** Refuses a deletion, or adds writes to it. */
  removing?(step: {
    writing: Writing
    record: AnyRecord
    /** The records that refer to it. */
    findReferring(): Promise<RecordKey[]>
    force: boolean
    rewrite: RewriteRecord
  }): Promise<void>
  /** The CSV columns of a field. */
  columns?(table: {
    db: Queryable
    broadcastId: string
    kind: Kind
    where: Condition | null
  }): Promise<{ field: string; columns: Column[] }>
  /** The webhook events of a write, when they are not simply created, updated and deleted. */
  eventTypes?(step: { kind: Kind; before: AnyRecord | null; after: AnyRecord | null; nowMs: number }): string[]
}

/** Injected instead of imported, because writing a record calls its rule. */
export type RewriteRecord = (
  writing: Writing,
  kind: Kind,
  id: string,
  rewrite: (record: AnyRecord) => AnyRecord,
) => Promise<void>

import { type AnyRecord, Invalid, type Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { isDataRefused } from '../store/failures.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import type { Content } from './content.ts'
import { createRecord, createRecords, type NewRecord } from './create-record.ts'
import { removeRecord } from './remove-record.ts'
import { restoreTrashed } from './restore-trashed.ts'
import { updateRecord } from './update-record.ts'
import type { Writing } from './writing.ts'

/** The writes of one transaction. */
export interface Writes {
  create(kind: Kind, records: NewRecord[]): Promise<AnyRecord[]>
  /** `service` contains fields that only the service sets. */
  update(kind: Kind, id: string, body: unknown, service?: Record<string, unknown>): Promise<AnyRecord>
  set(kind: Kind, id: string, service: Record<string, unknown>): Promise<AnyRecord>
  /** Runs a part in a savepoint. If it is refused, it is rolled back, and the result is undefined. */
  attempt<T>(part: () => Promise<T>, onRefused?: (error: Error) => void): Promise<T | undefined>
  remove(kind: Kind, id: string): Promise<void>
  /** Restores a deleted record from the trash, with the references to it. */
  restore(id: string): Promise<AnyRecord>
}

/** Content for features that must not import it, and that write within their own transaction. */
export function createOperations(content: Content, db: Db) {
  const write = <T>(tx: Tx, tenant: Tenant, actor: Actor, work: (writes: Writes) => Promise<T>): Promise<T> =>
    content.writeIn(tx, tenant, actor, (writing) => work(writesOf(writing)))
  return {
    list: content.list,
    read: (broadcastId: string, kind: Kind, id: string) => content.read(broadcastId, kind, id),
    findTimeZone: async (broadcastId: string) => (await findCalendar(db, broadcastId)).timeZone,
    write,
    writeAsService: <T>(tx: Tx, tenant: Tenant, work: (writes: Writes) => Promise<T>): Promise<T> =>
      write(tx, tenant, { type: 'service' }, work),
    create: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, body: unknown): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => createRecord(writing, kind, body)),
    update: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, kind, { id }, body)),
    /** Sets fields that only the service sets. */
    setFields: (
      tx: Tx,
      tenant: Tenant,
      actor: Actor,
      kind: Kind,
      id: string,
      service: Record<string, unknown>,
    ): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, kind, { id }, {}, { service })),
    remove: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string): Promise<void> =>
      content.writeIn(tx, tenant, actor, (writing) => removeRecord(writing, kind, id)),
  }
}

const writesOf = (writing: Writing): Writes => ({
  create: (kind, records) => createRecords(writing, kind, records),
  update: (kind, id, body, service = {}) => updateRecord(writing, kind, { id }, body, { service }),
  set: (kind, id, service) => updateRecord(writing, kind, { id }, {}, { service }),
  remove: (kind, id) => removeRecord(writing, kind, id, { force: true }),
  restore: async (id) => (await restoreTrashed(writing, id)).record,
  async attempt(part, onRefused) {
    try {
      return await writing.log.part(part)
    } catch (error) {
      if (!(error instanceof Invalid || error instanceof AppError || isDataRefused(error))) throw error
      if (error instanceof Error) onRefused?.(error)
      return undefined
    }
  },
})

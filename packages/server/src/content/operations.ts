import type { AnyRecord, Kind } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { findCalendar } from '../store/records/broadcasts.ts'
import type { Content } from './content.ts'
import { createRecord, createRecords, type NewRecord, removeRecord, updateRecord } from './write.ts'

/** The operations one by one, for those who write within a transaction of their own. */
export function createOperations(content: Content, db: Db) {
  return {
    list: content.list,
    read: (broadcastId: string, kind: Kind, id: string) => content.read(broadcastId, kind, id),
    create: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, body: unknown): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => createRecord(writing, kind, body)),
    update: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, kind, { id }, body)),
    /** Sets fields that the service alone sets. */
    setFields: (
      tx: Tx,
      tenant: Tenant,
      actor: Actor,
      kind: Kind,
      id: string,
      fields: Record<string, unknown>,
    ): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, kind, { id }, {}, undefined, fields)),
    remove: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string): Promise<void> =>
      content.writeIn(tx, tenant, actor, (writing) => removeRecord(writing, kind, id)),
    /** Several at once, with the fields that the service fills. */
    createAll: (tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, wanted: NewRecord[]): Promise<AnyRecord[]> =>
      content.writeIn(tx, tenant, actor, (writing) => createRecords(writing, kind, wanted)),
    /** A change together with fields that the service fills. */
    updateWith: (
      tx: Tx,
      tenant: Tenant,
      actor: Actor,
      kind: Kind,
      id: string,
      body: unknown,
      service: Record<string, unknown>,
    ): Promise<AnyRecord> =>
      content.writeIn(tx, tenant, actor, (writing) => updateRecord(writing, kind, { id }, body, undefined, service)),
    findTimeZone: async (broadcastId: string) => (await findCalendar(db, broadcastId)).timeZone,
  }
}

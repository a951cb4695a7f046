import { type AnyRecord, Invalid, type Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import type { Tenant } from '../base/tenant.ts'
import type { Tx } from '../store/db.ts'
import { isDataRefused } from '../store/failures.ts'
import type { Content } from './content.ts'
import { createRecords, updateRecord } from './write.ts'

/** Writes that the service makes by itself, within a transaction of whoever asks for them. */
export function createServiceWrites(content: Content) {
  return <T>(tx: Tx, tenant: Tenant, work: (writes: ServiceWrites) => Promise<T>): Promise<T> =>
    content.writeIn(tx, tenant, { type: 'service' }, (writing) =>
      work({
        create: (kind, records) => createRecords(writing, kind, records),
        update: (kind, id, body) => updateRecord(writing, kind, { id }, body),
        set: (kind, id, fields) => updateRecord(writing, kind, { id }, {}, undefined, fields),
        async attempt(part) {
          try {
            return await writing.log.part(part)
          } catch (error) {
            if (error instanceof Invalid || error instanceof AppError || isDataRefused(error)) return undefined
            throw error
          }
        },
      }),
    )
}

export interface ServiceWrites {
  create(kind: Kind, records: { id: string; body: unknown }[]): Promise<AnyRecord[]>
  update(kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  /** Sets fields that only the service sets. */
  set(kind: Kind, id: string, fields: Record<string, unknown>): Promise<AnyRecord>
  /** Runs a part that may be refused: then it is as if it had not begun, and the answer is undefined. */
  attempt<T>(part: () => Promise<T>): Promise<T | undefined>
}

import type { AnyRecord, Complaint } from '@marquee/model'
import type { Vault } from '../base/vault.ts'
import type { ChangeLog } from '../store/change-log.ts'
import type { Actor } from '../store/changes.ts'
import type { Tx } from '../store/db.ts'

/** One transaction of writes to a broadcast. What they change is gathered here and logged together at the end. */
export interface Writing {
  tx: Tx
  vault: Vault
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  actor: Actor
  nowMs: number
  /** What keeps a workflow from being enabled. */
  checkWorkflow: CheckWorkflow
  /** Whether addresses that the service is going to call may begin with http. */
  isHttpAllowed: boolean
  /** Through which alone records are written. */
  log: ChangeLog
}

/** Tells what is wrong with a workflow; the feature that runs them knows. */
export type CheckWorkflow = (workflow: AnyRecord) => Complaint[]

/** Whether the caller's If-Match holds for the record as it stands. */
export type Precondition = (record: AnyRecord) => boolean | Promise<boolean>

import type { AnyRecord, FieldError, Kind } from '@marquee/model'
import type { Vault } from '../base/vault.ts'
import type { ChangeLog } from '../store/changes/change-log.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Tx } from '../store/db.ts'
import type { Timeline } from '../store/records/timeline.ts'
import type { Rendering } from './rendering.ts'

/** One transaction of writes to a broadcast. Their changes are collected and logged together at the end. */
export interface Writing {
  tx: Tx
  vault: Vault
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  actor: Actor
  nowMs: number
  /** The errors that keep a workflow from being enabled, and its warnings. */
  checkWorkflow: CheckWorkflow
  /** Appends the records of timeline kinds. */
  timeline: Timeline
  /** Builds the response to the write. */
  rendering: Rendering
  /** Checks records right after they were written, and refuses them by throwing. */
  check?: CheckWritten | undefined
  /** Whether addresses that the service will call may use plain http. */
  isHttpAllowed: boolean
  /** How many days deleted records can be restored; 0: never. */
  trashDays: number
  /** Records are written only through this. */
  log: ChangeLog
}

/** Validates a workflow; injected by the feature that runs them. */
export type CheckWorkflow = (workflow: AnyRecord) => { errors: FieldError[]; warnings: FieldError[] }

/** A check that the caller requested, before the write is committed. */
export type CheckWritten = (writing: Writing, kind: Kind, records: AnyRecord[]) => Promise<void>

/** Whether the caller's If-Match matches the current record. */
export type Precondition = (record: AnyRecord) => boolean | Promise<boolean>

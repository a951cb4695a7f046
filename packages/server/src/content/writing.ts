import type { AnyRecord, FieldError, Kind } from '@marquee/model'
import type { Vault } from '../base/vault.ts'
import type { ChangeLog } from '../store/changes/change-log.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Timeline } from '../store/records/timeline.ts'
import type { Rendering } from './rendering.ts'

/** One transaction of writes to a broadcast. Their changes are collected and logged together at the end. */
export interface Writing {
  tx: Tx
  /** The control plane, where addresses are reserved. */
  control: Db<'control'>
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
  /** The ids of records that the same batch creates, as `kind/reference`. */
  ids?: ReadonlyMap<string, string> | undefined
  /** Checks records right after they were written, and refuses them by throwing. */
  check?: CheckWritten | undefined
  /** Whether addresses that the service will call may use plain http. */
  isHttpAllowed: boolean
  /** Why the service never calls a URL, as far as this is known without a DNS query; undefined when it may. */
  refusalOf(url: string): string | undefined
  /** The host of the service's own base URL, which no channel can have as its domain. */
  serviceHost: string
  /** How many days deleted records can be restored; 0: never. */
  trashDays: number
  /** The records are copies of complete ones, such as those of an archive: rules derive no value for them. */
  copying?: Copying | undefined
  /** Records are written only through this. */
  log: ChangeLog
}

export interface Copying {
  /** Whether the same transaction creates this record, too. A reference to it is valid before it exists. */
  isComing(kind: string, id: string): boolean
}

/** Validates a workflow; injected by the feature that runs them. */
export type CheckWorkflow = (workflow: AnyRecord) => { errors: FieldError[]; warnings: FieldError[] }

/** A check that the caller requested, before the write is committed. */
export type CheckWritten = (writing: Writing, kind: Kind, records: AnyRecord[]) => Promise<void>

/** Whether the caller's If-Match matches the current record. */
export type Precondition = (record: AnyRecord) => boolean | Promise<boolean>

import type { FormatName, Note, ReadOptions, SourceFile, Table } from '@marquee/formats/programme'
import type { Gone, GoneRule, PlanRow } from './plan.ts'

/** The steps of planning, in their order. The thread has the programme; rows of the database are sent as they are needed. */
export type PlanningTask =
  /** `isPacked`: the bytes are compressed. */
  | { step: 'read'; file: SourceFile; isPacked: boolean; options: ReadOptions }
  | { step: 'identities'; rows: IdentityRow[] }
  | { step: 'candidates'; json: string }
  | { step: 'start'; nowMs: number }
  | { step: 'compare'; known: KnownRow[] }
  | { step: 'remove'; missing: MissingRow[]; rule: GoneRule }

export type PlanningAnswer = ReadAnswer | UnreadableAnswer | PlanPart | null

export interface ReadAnswer {
  format: FormatName
  title: string | null
  table: Table | null
  /** The first ones. */
  notes: Note[]
  noteCount: number
  /** Records of the file by kind. */
  counts: Record<string, number>
  /** The compressed file, to be stored. */
  packed: Uint8Array
}

export interface UnreadableAnswer {
  unreadable: string
  at: string | null
}

/** A part of the plan, and the records that the next step asks for. */
export interface PlanPart {
  rows: PlanRow[]
  /** Records of the file to compare next; none after the last. */
  compare: { kind: string; key: string }[]
  /** Ids of records that the file no longer has, to look at next; none after the last. */
  remove: string[]
}

/** A key of the source and its record. */
export interface IdentityRow {
  kind: string
  key: string
  recordId: string
  gone: Gone | null
  isThere: boolean
}

/** The record and the last values of a key, as JSON texts, so that the event loop does not parse them. */
export interface KnownRow {
  kind: string
  key: string
  recordId: string
  gone: Gone | null
  base: string
  current: string | null
}

/** An existing record that the file no longer has. */
export interface MissingRow {
  recordId: string
  title: string | null
  status: string | null
  /** Whether content that is not of this source refers to it. */
  isUsed: boolean
}

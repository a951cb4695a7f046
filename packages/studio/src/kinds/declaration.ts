import type { KindName } from '@marquee/model'
import type { TablerIcon } from '@tabler/icons-react'
import type { Language } from '../texts/define.ts'
import type { Names } from '../texts/field-names.ts'

/** The declaration of every kind in the studio, in addition to the model. */
export interface KindDeclaration {
  kind: KindName
  texts: Record<Language, KindTexts>
  /** The field that names a record; `title` when absent. */
  nameField?: string
  /** The name of a record of a kind that has no such field. */
  nameFrom?: (record: Record<string, unknown>, language: string) => string
  /** Names of fields that only this kind has, or names differently. */
  fieldNames?: Record<string, Names>
  /** Names of values that only this kind has; `field.value` overrides `value`. */
  choiceNames?: Record<string, Names>
  /** The screen of a kind with a single record. */
  editedAt?: string
}

/** A kind with a screen: one of its own, or the generic table and form. */
export interface ScreenKind extends KindDeclaration {
  texts: Record<Language, ScreenTexts>
  /** The path below the broadcast: `hosts` is /studio/b/{id}/hosts. */
  path: string
  icon: TablerIcon
  group: ScreenGroup
  /** Shown in the bar at the bottom of a phone; at most four. */
  isOnBar?: boolean
  /** Shown to owners only. */
  isForOwners?: boolean
  /** Records cannot be duplicated. */
  isUnique?: boolean
  /** A new record of this kind needs no more than a name, so that it can be created where it is chosen. */
  fromName?: (name: string) => Record<string, unknown>
}

/** A kind whose records are listed in a table. */
export interface TableKind extends ScreenKind {
  texts: Record<Language, TableTexts>
  /** Fields shown as columns after the name; a dotted path for a member. */
  columns: string[]
  /** Fields by which the list can be filtered: choices, references and switches. */
  filters: string[]
  sort?: Record<string, 'asc' | 'desc'>
  /** Columns that list pairs of key and value. */
  keyedColumns?: string[]
  /** A record is itself a picture. */
  isPicture?: boolean
}

/** A kind with the generic table and form. */
export interface PlainKind extends TableKind {
  texts: Record<Language, PlainTexts>
  /** The form: the main column, and the side column. */
  main: string[]
  side: string[]
  /** Fields behind a disclosure. */
  rare?: string[]
  /** The values that people choose between; the service sets the others. */
  choices?: Record<string, string[]>
  /** Initial values of a new record. */
  initial?: Record<string, unknown>
  /** The part below the form of a record, from `screens/kinds/parts`. */
  extra?: 'channel' | 'framing' | 'invitation' | 'privacy' | 'sending'
  /** The part beside the button that creates a record. */
  actions?: 'upload'
  /** The dialog that creates records, where a form of their fields is not enough. */
  creation?: 'invite'
}

export type ScreenGroup = 'main' | 'content' | 'audience' | 'design' | 'manage'

interface KindTexts {
  one: string
  many: string
}

interface ScreenTexts extends KindTexts {
  /** The name of the screen, where it differs from that of its records. */
  title?: string
  create: string
}

interface TableTexts extends ScreenTexts {
  /** The head of the column with the names, where it is not the label of the name field. */
  nameColumn?: string
  emptyTitle: string
  emptyHint: string
}

interface PlainTexts extends TableTexts {
  about: string
}

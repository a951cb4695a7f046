import type { KindName } from '@marquee/model'
import type { TablerIcon } from '@tabler/icons-react'
import type { Language } from '../texts/define.ts'
import type { Names } from '../texts/field-names.ts'

/** What the studio knows of every kind besides the model. */
export interface KindDeclaration {
  kind: KindName
  texts: Record<Language, KindTexts>
  /** The field by which people know a record; `title` when absent. */
  nameField?: string
  /** Names of fields that only this kind has, or calls otherwise than the others do. */
  fieldNames?: Record<string, Names>
  /** Names of values that only this kind has; `field.value` goes before `value`. */
  choiceNames?: Record<string, Names>
  /** The screen of the only record there is. */
  editedAt?: string
}

/** A kind with a screen: one of its own, or the table and form that serve any kind. */
export interface ScreenKind extends KindDeclaration {
  texts: Record<Language, ScreenTexts>
  /** Below the broadcast: `hosts` is /studio/b/{id}/hosts. */
  path: string
  icon: TablerIcon
  group: ScreenGroup
  /** Shown in the bar at the bottom of a phone; at most four. */
  isOnBar?: boolean
  /** Only owners find it in the navigation. */
  isForOwners?: boolean
  /** A copy of a record would make no sense. */
  isUnique?: boolean
}

/** A kind whose records are listed in a table. */
export interface TableKind extends ScreenKind {
  texts: Record<Language, TableTexts>
  /** Fields shown as columns after the name; dotted for what is inside of one. */
  columns: string[]
  /** Fields one can narrow the list by: choices, references and switches. */
  filters: string[]
  sort?: Record<string, 'asc' | 'desc'>
  /** Columns that list pairs of key and value. */
  keyedColumns?: string[]
  /** A record is itself a picture. */
  isPicture?: boolean
}

/** A kind with the table and form that serve any kind. */
export interface PlainKind extends TableKind {
  texts: Record<Language, PlainTexts>
  /** The form: what is written, and what goes beside it. */
  main: string[]
  side: string[]
  /** Fields that stay out of the way until they are asked for. */
  rare?: string[]
  /** The values that people choose between, where the service sets the others. */
  choices?: Record<string, string[]>
  /** A new record starts with these. */
  initial?: Record<string, unknown>
  /** The part below the form of a record, from `screens/kinds/parts`. */
  extra?: 'invitation' | 'privacy' | 'sending'
  /** The part beside the button that creates a record. */
  actions?: 'upload'
}

export type ScreenGroup = 'main' | 'content' | 'audience' | 'design' | 'manage'

interface KindTexts {
  one: string
  many: string
}

interface ScreenTexts extends KindTexts {
  /** The name of the screen, where it is not called as its records are. */
  title?: string
  create: string
}

interface TableTexts extends ScreenTexts {
  emptyTitle: string
  emptyHint: string
}

interface PlainTexts extends TableTexts {
  about: string
}

import type { AnyRecord } from '@marquee/model'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { KindName } from '../../data/api.ts'
import type { Language } from '../../texts/define.ts'

/** What a screen of a kind needs to know besides the model. */
export interface KindDeclaration {
  kind: KindName
  /** Its path below the broadcast. */
  path: string
  icon: TablerIcon
  texts: Record<Language, KindTexts>
  /** Fields shown as columns after the name; dotted for what is inside of one. */
  columns: string[]
  /** Fields one can narrow the list by: choices, references and switches. */
  filters: string[]
  sort?: Record<string, 'asc' | 'desc'>
  /** The form: what is written, and what goes beside it. */
  main: string[]
  side: string[]
  /** Fields that stay out of the way until they are asked for. */
  rare?: string[]
  /** The values that people choose between, where the service sets the others. */
  choices?: Record<string, string[]>
  /** A new record starts with these. */
  initial?: Record<string, unknown>
  /** What a record of this kind has below its form. */
  extra?: ComponentType<{ record: AnyRecord }>
  /** What can be done with the whole list, besides making one. */
  actions?: ComponentType
}

export interface KindTexts {
  title: string
  about: string
  /** One of them, in lower case: "host". */
  one: string
  create: string
  emptyTitle: string
  emptyHint: string
}

import type { WorkflowNode } from '@marquee/model'
import type { TablerIcon } from '@tabler/icons-react'
import type { Language } from '../../../texts/define.ts'
import type { Names } from '../../../texts/field-names.ts'
import type { ValueType } from '../graph/wrapper.ts'

export type NodeType = WorkflowNode['type']
export type Config = Record<string, unknown>

/** The routes from a step. `body` leads from a loop to the first step of its body. */
export type Route = 'onSuccess' | 'onError' | 'body'

/** A type of step: its texts, settings and appearance. */
export interface NodeDeclaration {
  texts: Record<Language, NodeTexts>
  icon: TablerIcon
  color: 'blue' | 'gray' | 'orange' | 'teal' | 'violet' | 'yellow'
  /** The id of its first step in a workflow; later ones are numbered. */
  idBase: string
  /** Its settings, in the order of the form. */
  fields: FieldDeclaration[]
  /** The settings of a new step. */
  initial: Config
  /** A one-line summary of a step. `setting` reads a setting as stored. */
  summary(setting: (...path: string[]) => string, words: SummaryWords): string
  /** The summary is code. */
  isCodeSummary?: boolean
  /** It repeats steps for each item, so it has a third route, to its body. */
  isLoop?: boolean
  /** A condition on its output, as `last`, with which the next step may begin. */
  condition?: (config: Config) => string
  /** Its routes are yes and no. It has no output, and passes on its input. */
  isCondition?: boolean
}

interface NodeTexts {
  name: string
  hint: string
  /** The routes that have other names than those of other steps. */
  routes?: Partial<Record<Route, string>>
}

export interface SummaryWords {
  kindName(kind: string): string
  choiceName(choices: readonly Choice[], value: string): string
}

/** The input of a setting. */
export type Form =
  | 'text'
  | 'long'
  | 'number'
  | 'switch'
  | 'choice'
  | 'kind'
  | 'credential'
  | 'entries'
  | 'json'
  | 'code'
  | 'node'

export type Choice = string | { value: string; label: Names }

export interface FieldDeclaration {
  label: Names
  /** Its path in the configuration. */
  path: readonly string[]
  type: ValueType
  form: Form
  choices?: readonly Choice[]
  placeholder?: string
  isRequired?: boolean
  /** It is part of the definition and cannot be an expression. */
  isFixed?: boolean
  /** Entered as an expression by default, as a fixed value would be rare. */
  prefersExpression?: boolean
  /** Hidden behind a disclosure. */
  isRare?: boolean
  /** An example of an expression. */
  example?: string
  /** The example is the condition on the output of the step before, where that has one. */
  isAboutLast?: boolean
  min?: number
  max?: number
  isShown?: (config: Config) => boolean
  /** The suggested keys for the entries of an object. */
  keys?: (config: Config) => string[]
}

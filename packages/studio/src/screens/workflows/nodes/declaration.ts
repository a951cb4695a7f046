import type { WorkflowNode } from '@marquee/model'
import type { TablerIcon } from '@tabler/icons-react'
import type { Language } from '../../../texts/define.ts'
import type { Names } from '../../../texts/field-names.ts'
import type { ValueType } from '../graph/wrapper.ts'

export type NodeType = WorkflowNode['type']
export type Config = Record<string, unknown>

/** The ways on from a step. `body` leads from a loop to the first step of its rounds. */
export type Route = 'onSuccess' | 'onError' | 'body'

/** A type of step: its words, its settings and how it looks. */
export interface NodeDeclaration {
  texts: Record<Language, NodeTexts>
  icon: TablerIcon
  color: 'blue' | 'gray' | 'orange' | 'teal' | 'violet' | 'yellow'
  /** The id of its first step in a workflow; others are numbered. */
  idBase: string
  /** Its settings, in the order in which they are asked for. */
  fields: FieldDeclaration[]
  /** The settings of a new step. */
  initial: Config
  /** What a step does, in a line. `setting` reads a setting as it is written. */
  summary(setting: (...path: string[]) => string, words: SummaryWords): string
  /** The summary is code. */
  isCodeSummary?: boolean
  /** It repeats steps for each item, so it has a third way on, to its body. */
  isLoop?: boolean
  /** Its ways on are yes and no. It has no output, and hands on the value it was given. */
  isCondition?: boolean
}

interface NodeTexts {
  name: string
  hint: string
  /** The ways on that are called otherwise than those of other steps. */
  routes?: Partial<Record<Route, string>>
}

export interface SummaryWords {
  kindName(kind: string): string
  choiceName(choices: readonly Choice[], value: string): string
}

/** How a value of a step is entered. */
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
  /** Its place in the configuration. */
  path: readonly string[]
  type: ValueType
  form: Form
  choices?: readonly Choice[]
  placeholder?: string
  isRequired?: boolean
  /** It is part of the definition and cannot be an expression. */
  isFixed?: boolean
  /** It is asked for as an expression, as a fixed value would be rare. */
  prefersExpression?: boolean
  /** Hidden until it is asked for. */
  isRare?: boolean
  /** An expression that makes sense here. */
  example?: string
  min?: number
  max?: number
  isShown?: (config: Config) => boolean
  /** The keys that are offered for the lines of an object. */
  keys?: (config: Config) => string[]
}

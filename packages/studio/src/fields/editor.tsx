import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { ErrorsByPointer } from '../data/pointers.ts'
import type { FieldSchema } from './schema.ts'

/** The props of every editor. `value` is the stored value, of any type; `onChange` takes the new value. */
export interface EditorProps {
  /** The name of the field (`title`, `links`), for labels of its members. */
  name: string
  label: string
  description?: ReactNode
  value: unknown
  onChange: (value: unknown) => void
  schema: FieldSchema
  /** The JSON pointer of the value in the record, for errors of the service. */
  pointer: string
  errors: ErrorsByPointer
  isDisabled?: boolean
  isRequired?: boolean
  /** Whether null is allowed. */
  isClearable?: boolean
  placeholder?: string
  /** Whether it gets the focus when the form opens. */
  isFocused?: boolean
}

export type Editor = ComponentType<EditorProps>

/** Which editor a schema gets. Passed by context rather than imported, since editors of lists and objects contain others. */
export const EditorPicker = createContext<(schema: FieldSchema) => Editor>(() => {
  throw new Error('no editors are known here')
})

export function useEditorFor(): (schema: FieldSchema) => Editor {
  return use(EditorPicker)
}

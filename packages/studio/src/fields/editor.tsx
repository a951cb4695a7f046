import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { ErrorsByPointer } from '../data/pointers.ts'
import type { FieldSchema } from './schema.ts'

/** What the editor of a field is given. `value` is what the record holds, of whatever form; `onChange` takes the new value. */
export interface EditorProps {
  /** Of the field: `title`, `links`; for labels of what is inside. */
  name: string
  label: string
  description?: ReactNode
  value: unknown
  onChange: (value: unknown) => void
  schema: FieldSchema
  /** Where the value stands in the record, for the complaints of the service. */
  pointer: string
  errors: ErrorsByPointer
  isDisabled?: boolean
  isRequired?: boolean
  /** Whether it may be null. */
  isClearable?: boolean
  placeholder?: string
  /** Where one starts to write when a form opens. */
  isFocused?: boolean
}

export type Editor = ComponentType<EditorProps>

/** Which editor a schema gets. Handed down rather than imported, since editors of lists and objects hold others. */
export const EditorPicker = createContext<(schema: FieldSchema) => Editor>(() => {
  throw new Error('no editors are known here')
})

export function useEditorFor(): (schema: FieldSchema) => Editor {
  return use(EditorPicker)
}

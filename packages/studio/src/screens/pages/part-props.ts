import type { Values } from '../../data/merge.ts'
import type { ErrorsByPointer } from '../../data/pointers.ts'
import type { FieldSchema } from '../../fields/schema.ts'

/** The props of the form of a part. */
export interface PartProps {
  value: Values
  onChange: (value: Values) => void
  schema: FieldSchema
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
}

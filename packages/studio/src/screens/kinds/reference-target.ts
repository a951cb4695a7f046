import { kindNamed } from '@marquee/model'
import type { KindName } from '../../data/api.ts'
import { schemaOf } from '../../fields/schema.ts'

/** The kind that a column refers to, if it does. */
export function targetOf(kind: KindName, column: string): KindName | undefined {
  const field = kindNamed(kind).fields[column]
  const schema = field && schemaOf(field)
  return (schema?.refersTo ?? schema?.items?.refersTo) as KindName | undefined
}

import type TypeBox from 'typebox'
import type { TSchema } from 'typebox'

/**
 * The schemas of TypeBox with its types, built here: the model uses ten of its functions, and loading the library means
 * loading 373 files at every start of the service.
 */
const Type = {
  String: (options: object = {}) => ({ type: 'string', ...options }),
  Number: (options: object = {}) => ({ type: 'number', ...options }),
  Integer: (options: object = {}) => ({ type: 'integer', ...options }),
  Boolean: (options: object = {}) => ({ type: 'boolean', ...options }),
  Literal: (value: string | number | boolean, options: object = {}) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Array: (items: TSchema, options: object = {}) => ({ type: 'array', items, ...options }),
  Object(properties: Record<string, TSchema>, options: object = {}) {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  /** The only keys in use are arbitrary strings. */
  Record: (_key: TSchema, value: TSchema) => ({ type: 'object', patternProperties: { '^.*$': value } }),
  Optional: (schema: TSchema) => withMark({ ...schema }),
  Unsafe: (schema: TSchema) => (isOptional(schema) ? withMark({ ...schema }) : { ...schema }),
} as unknown as Pick<typeof TypeBox, TypeName>

export default Type

type TypeName =
  | 'String'
  | 'Number'
  | 'Integer'
  | 'Boolean'
  | 'Literal'
  | 'Array'
  | 'Object'
  | 'Record'
  | 'Optional'
  | 'Unsafe'

const isOptional = (schema: TSchema = {}) => Object.hasOwn(schema, mark)

/** Hidden, so that it is neither written to JSON nor copied with the other properties. */
const withMark = (schema: TSchema): TSchema => Object.defineProperty(schema, mark, { value: true })

const mark = '~optional'

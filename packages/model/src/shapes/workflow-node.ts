import type { Static } from 'typebox'
import Type from '../type.ts'
import { Anything, ByType, Choice, Maybe, OpenWord, Shape } from './scalars.ts'

export const configTypes = ['string', 'number', 'boolean', 'object', 'array', 'enum', 'any'] as const

/** A value of a node's configuration: a fixed `value`, or an `expression` that is evaluated when the node runs. */
export const ConfigValue = Shape(
  {
    type: Type.Optional(Choice(...configTypes)),
    value: Type.Optional(Anything),
    useExpression: Type.Optional(Type.Boolean()),
    expression: Maybe(Type.String({ maxLength: 65_536 })),
  },
  { title: 'ConfigValue' },
)

const value = Type.Optional(ConfigValue)
const directions = ['asc', 'desc'] as const
const nodeId = Type.String({ minLength: 1, maxLength: 200 })

/** A list of types rather than a union, so that a validation error names a single problem. */
const FlagValue = Type.Unsafe<boolean | Static<typeof ConfigValue>>({
  ...ConfigValue,
  title: 'ConfigFlag',
  description: '`true` or `false`, or a value like the others.',
  type: ['boolean', 'object'],
})

/** `type` is also the name of a field that an order could name. */
const SortValue = Type.Unsafe<Record<string, unknown>>({
  ...ConfigValue,
  title: 'ConfigSort',
  description: 'An order such as `{"time.start": "asc"}`, or a value like the others.',
  properties: { ...ConfigValue.properties, type: Choice(...configTypes, ...directions) },
  additionalProperties: Choice(...directions),
})

const queryConfig = Shape(
  {
    filters: value,
    filtersLogical: value,
    preview: Type.Optional(FlagValue),
    cursors: Type.Optional(
      Shape({ limit: value, skip: value, sort: Type.Optional(SortValue), startId: value }, { title: 'ConfigCursors' }),
    ),
  },
  { title: 'ConfigQuery' },
)

const configs = {
  amply: { operation: value, resource: value, id: value, metadata: Type.Optional(queryConfig), body: value },
  http: {
    method: value,
    url: value,
    headers: value,
    query: value,
    body: value,
    timeoutMs: value,
    responseType: value,
    credential: value,
  },
  foreach: { items: value, entryNodeId: value },
  auth: { authDataId: value },
  if: { condition: value },
  code: { code: value },
  mail: { to: value, subject: value, text: value, format: value, replyTo: value },
}

export const nodeTypes = Object.keys(configs) as (keyof typeof configs)[]

const nodeSchemas = nodeTypes.map((type) =>
  Shape(
    {
      id: nodeId,
      type: Type.Literal(type),
      position: Type.Optional(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
      config: Type.Optional(Shape(configs[type])),
      name: Maybe(Type.String({ maxLength: 500 })),
      errorBehavior: Maybe(OpenWord('stopWorkflow', 'continue')),
      retries: Maybe(Type.Integer({ minimum: 0, maximum: 10 })),
      retryDelayMs: Maybe(Type.Integer({ minimum: 0, maximum: 60_000 })),
      onSuccess: Maybe(nodeId),
      onError: Maybe(nodeId),
    },
    { title: `${type.charAt(0).toUpperCase()}${type.slice(1)}Node` },
  ),
)

export interface WorkflowNode {
  id: string
  type: (typeof nodeTypes)[number]
  position?: number[]
  config?: Record<string, unknown>
  name?: string | null
  errorBehavior?: string | null
  retries?: number | null
  retryDelayMs?: number | null
  onSuccess?: string | null
  onError?: string | null
}

export const WorkflowNode = Type.Unsafe<WorkflowNode>(ByType('WorkflowNode', nodeSchemas))

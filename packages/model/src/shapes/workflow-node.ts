import Type from 'typebox'
import { Anything, ByType, Choice, Maybe, OpenWord, Shape } from './scalars.ts'

/** A value of a node's configuration: a fixed `value`, or an `expression` that is evaluated when the node runs. */
export const ConfigValue = Shape(
  {
    type: Type.Optional(Choice('string', 'number', 'boolean', 'object', 'array', 'enum', 'any')),
    value: Type.Optional(Anything),
    useExpression: Type.Optional(Type.Boolean()),
    expression: Maybe(Type.String({ maxLength: 65_536 })),
  },
  { title: 'ConfigValue' },
)

const value = Type.Optional(ConfigValue)
const nodeId = Type.String({ minLength: 1, maxLength: 200 })

const queryConfig = Shape(
  {
    filters: value,
    filtersLogical: value,
    preview: value,
    cursors: Type.Optional(
      Shape({ limit: value, skip: value, sort: value, startId: value }, { title: 'ConfigCursors' }),
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

import type { NodeType } from '../graph/flow.ts'
import { fixedValue, readAt, type ValueType } from '../graph/wrapper.ts'
import type { texts } from './texts.ts'

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

export type FieldName = keyof (typeof texts.en)['fields']

export interface FieldDeclaration {
  /** The key of its words in the texts of the panel. */
  name: FieldName
  /** Where it stands in the configuration. */
  path: readonly string[]
  type: ValueType
  form: Form
  choices?: readonly string[]
  isRequired?: boolean
  /** It stands in the definition and cannot be worked out. */
  isFixed?: boolean
  /** It is asked for as an expression, as nobody writes it down. */
  prefersExpression?: boolean
  /** Stays out of the way until it is asked for. */
  isRare?: boolean
  /** An expression that makes sense here. */
  example?: string
  min?: number
  max?: number
  isShown?: (config: Record<string, unknown>) => boolean
}

const operationOf = (config: Record<string, unknown>) => fixedValue(readAt(config, ['operation']))
const during =
  (...operations: string[]) =>
  (config: Record<string, unknown>) => {
    const operation = operationOf(config)
    return typeof operation !== 'string' || operations.includes(operation)
  }

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** What each type of step can be told, in the order in which one is asked. */
export const declarations: Record<NodeType, FieldDeclaration[]> = {
  amply: [
    {
      name: 'operation',
      path: ['operation'],
      type: 'enum',
      form: 'choice',
      choices: operations,
      isRequired: true,
      example: "input.isNew ? 'create' : 'update'",
    },
    { name: 'resource', path: ['resource'], type: 'string', form: 'kind', isRequired: true, example: 'input.kind' },
    {
      name: 'id',
      path: ['id'],
      type: 'string',
      form: 'text',
      isRequired: true,
      isShown: during('read', 'update', 'delete'),
      example: 'item._id',
    },
    {
      name: 'body',
      path: ['body'],
      type: 'object',
      form: 'entries',
      isRequired: true,
      isShown: during('create', 'update'),
      example: '({ title: last.title })',
    },
    {
      name: 'filters',
      path: ['metadata', 'filters'],
      type: 'object',
      form: 'entries',
      isShown: during('list'),
      example: "({ status: 'published' })",
    },
    {
      name: 'preview',
      path: ['metadata', 'preview'],
      type: 'boolean',
      form: 'switch',
      isShown: during('list', 'read'),
      example: 'input.withDrafts === true',
    },
    {
      name: 'limit',
      path: ['metadata', 'cursors', 'limit'],
      type: 'number',
      form: 'number',
      min: 0,
      max: 200,
      isShown: during('list'),
      example: 'input.limit',
    },
    {
      name: 'sort',
      path: ['metadata', 'cursors', 'sort'],
      type: 'object',
      form: 'entries',
      isShown: during('list'),
      isRare: true,
      example: "({ 'time.start': 'asc' })",
    },
    {
      name: 'filtersLogical',
      path: ['metadata', 'filtersLogical'],
      type: 'enum',
      form: 'choice',
      choices: ['$and', '$or', '$nor'],
      isShown: during('list'),
      isRare: true,
      example: "'$or'",
    },
    {
      name: 'skip',
      path: ['metadata', 'cursors', 'skip'],
      type: 'number',
      form: 'number',
      min: 0,
      isShown: during('list'),
      isRare: true,
      example: 'index * 200',
    },
    {
      name: 'startId',
      path: ['metadata', 'cursors', 'startId'],
      type: 'string',
      form: 'text',
      isShown: during('list'),
      isRare: true,
      example: 'last.metadata.nextStartId',
    },
  ],
  http: [
    {
      name: 'method',
      path: ['method'],
      type: 'enum',
      form: 'choice',
      choices: methods,
      example: "input.isNew ? 'POST' : 'PUT'",
    },
    {
      name: 'url',
      path: ['url'],
      type: 'string',
      form: 'text',
      isRequired: true,
      example: "'https://api.example.org/orders/' + item.id",
    },
    { name: 'query', path: ['query'], type: 'object', form: 'entries', example: '({ since: trigger.at })' },
    { name: 'headers', path: ['headers'], type: 'object', form: 'entries', example: "({ 'accept-language': 'fr' })" },
    {
      name: 'httpBody',
      path: ['body'],
      type: 'any',
      form: 'entries',
      isShown: (config) => !['GET', 'HEAD'].includes(String(fixedValue(config.method) ?? 'GET')),
      example: 'last',
    },
    {
      name: 'credential',
      path: ['credential'],
      type: 'any',
      form: 'json',
      prefersExpression: true,
      example: 'nodes.login.output',
    },
    {
      name: 'responseType',
      path: ['responseType'],
      type: 'enum',
      form: 'choice',
      choices: ['json', 'text'],
      isRare: true,
      example: "'text'",
    },
    {
      name: 'timeoutMs',
      path: ['timeoutMs'],
      type: 'number',
      form: 'number',
      min: 1,
      max: 60_000,
      isRare: true,
      example: '30000',
    },
  ],
  auth: [
    {
      name: 'authDataId',
      path: ['authDataId'],
      type: 'string',
      form: 'credential',
      isRequired: true,
      example: 'input.credentialId',
    },
  ],
  foreach: [
    {
      name: 'items',
      path: ['items'],
      type: 'array',
      form: 'json',
      isRequired: true,
      prefersExpression: true,
      example: 'last.data',
    },
    { name: 'bodyEntry', path: ['entryNodeId'], type: 'string', form: 'node', isRequired: true, isFixed: true },
  ],
  if: [
    {
      name: 'condition',
      path: ['condition'],
      type: 'boolean',
      form: 'switch',
      isRequired: true,
      prefersExpression: true,
      example: 'last.data.length > 0',
    },
  ],
  code: [{ name: 'code', path: ['code'], type: 'string', form: 'code', isRequired: true, isFixed: true }],
}

/** What a step does, in a line: its main setting as it is written. */
export function mainSetting(type: NodeType, config: Record<string, unknown> = {}): { field: string; text: string }[] {
  const text = (...path: string[]): string => {
    const wrapper = readAt(config, path)
    if (!wrapper) return ''
    return wrapper.useExpression ? (wrapper.expression ?? '') : String(wrapper.value ?? '')
  }
  const settings: Record<NodeType, [string, string][]> = {
    amply: [
      ['operation', text('operation')],
      ['resource', text('resource')],
    ],
    http: [
      ['method', text('method') || 'GET'],
      ['url', text('url')],
    ],
    auth: [['authDataId', text('authDataId')]],
    foreach: [['items', text('items')]],
    if: [['condition', text('condition')]],
    code: [
      [
        'code',
        text('code')
          .split('\n')
          .find((line) => line.trim() !== '') ?? '',
      ],
    ],
  }
  return settings[type].filter(([, shown]) => shown !== '').map(([field, shown]) => ({ field, text: shown }))
}

/** What a new step starts with. */
export function initialConfig(type: NodeType): Record<string, unknown> {
  switch (type) {
    case 'amply':
      return { operation: { type: 'enum', value: 'list' }, resource: { type: 'string', value: 'broadcastSession' } }
    case 'http':
      return { method: { type: 'enum', value: 'GET' } }
    case 'foreach':
      return { items: { type: 'array', value: null, useExpression: true, expression: 'last.data' } }
    case 'code':
      return { code: { type: 'string', value: 'return last' } }
    default:
      return {}
  }
}

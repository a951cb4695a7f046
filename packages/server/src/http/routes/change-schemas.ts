/** A row of the change log as returned by the API. */
export const changeSchema = {
  title: 'Change',
  type: 'object',
  required: ['sequence', 'kind', 'id', 'operation', 'fields', 'at', 'actor', 'record'],
  properties: {
    sequence: { type: 'integer' },
    kind: { type: 'string' },
    id: { type: 'string' },
    operation: { type: 'string', enum: ['create', 'update', 'delete', 'publish'] },
    fields: { type: 'array', items: { type: 'string' } },
    at: { type: 'string', format: 'date-time' },
    actor: { type: 'object' },
    record: { type: ['object', 'null'], description: 'The record after the change; null when it was deleted.' },
    title: { type: ['string', 'null'], description: 'Only of a deletion: the name of the record for people.' },
  },
}

/** A change of a kind that the caller may not read. */
const withheldSchema = {
  title: 'WithheldChange',
  description:
    'The number of a change that the scopes or the role of the caller do not include. It keeps its place, so that every number comes.',
  type: 'object',
  required: ['sequence', 'withheld'],
  properties: { sequence: { type: 'integer' }, withheld: { type: 'boolean', const: true } },
  additionalProperties: false,
}

export const changesSchema = {
  title: 'Changes',
  type: 'object',
  required: ['data', 'next', 'has_more'],
  properties: {
    data: {
      type: 'array',
      items: { anyOf: [changeSchema, withheldSchema] },
    },
    next: { type: 'integer' },
    has_more: { type: 'boolean' },
  },
}

export const historySchema = {
  title: 'History',
  type: 'object',
  required: ['data', 'has_more'],
  properties: { data: { type: 'array', items: changeSchema }, has_more: { type: 'boolean' } },
}

export const auditSchema = {
  title: 'Audit',
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        title: 'AuditEntry',
        type: 'object',
        required: ['id', 'action', 'actor', 'details', 'at'],
        properties: {
          id: { type: 'integer' },
          action: { type: 'string' },
          actor: { type: 'object' },
          details: { type: 'object' },
          at: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
}

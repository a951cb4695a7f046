import { createSchema, exampleCreate, type Kind, patchSchema, withNamedReferences } from '@marquee/model'

/** A batch of one kind, with the bodies of its operations. */
export const batchSchema = (kind: Kind) =>
  batchOf(
    operationSchema(withNamedReferences(createSchema(kind)), withNamedReferences(patchSchema(kind))),
    `${kind.name}Batch`,
  )

/** A batch of several kinds. */
export const mixedBatchSchema = (kinds: Kind[]) =>
  batchOf(
    operationSchema(bodyOfKind, bodyOfKind, { kind: { type: 'string', enum: kinds.map(({ name }) => name) } }),
    'MixedBatch',
  )

/** Bodies are validated one by one, by their write. */
export const envelopeSchema = batchOf(operationSchema({}, {}), 'BatchEnvelope')

export const batchExample = (kind: Kind) => ({
  mode: 'atomic',
  operations: [{ op: 'create', body: exampleCreate(kind) }],
})

export const mixedBatchExample = {
  mode: 'atomic',
  operations: [
    {
      kind: 'broadcastSession',
      op: 'put',
      reference: 'session-4',
      body: { title: 'Opening night', hostIds: [{ reference: 'artist-17' }] },
    },
    { kind: 'broadcastHost', op: 'put', reference: 'artist-17', body: { title: 'Maëlle Kerdoncuff' } },
  ],
}

const bodyOfKind = { type: 'object', description: 'The body of the operation, as for its kind alone.' }

/** Each operation accepts only its own members. */
function operationSchema(createBody: object, patchBody: object, common: Record<string, object> = {}) {
  const id = { type: 'string' }
  const reference = { type: 'string', minLength: 1, maxLength: 200, examples: ['artist-17'] }
  const ifMatch = { type: 'string', maxLength: 1_000 }
  const operation = (op: string, properties: Record<string, object>, optional: Record<string, object> = {}) => ({
    type: 'object',
    required: [...Object.keys(common), 'op', ...Object.keys(properties)],
    additionalProperties: false,
    properties: { ...common, op: { type: 'string', const: op }, ...properties, ...optional },
  })
  return {
    type: 'object',
    required: ['op'],
    discriminator: { propertyName: 'op' },
    oneOf: [
      operation('create', { body: createBody }),
      operation('update', { id, body: patchBody }, { ifMatch }),
      operation('put', { reference, body: patchBody }, { ifMatch }),
      operation('delete', { id }, { ifMatch }),
    ],
  }
}

function batchOf(operation: object, title: string) {
  return {
    title,
    type: 'object',
    required: ['mode', 'operations'],
    additionalProperties: false,
    properties: {
      mode: { type: 'string', enum: ['atomic', 'each'] },
      operations: { type: 'array', minItems: 1, maxItems: 500, items: operation },
    },
  }
}

export const resultsSchema = {
  title: 'BatchResults',
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status', 'id'],
        properties: {
          status: { type: 'integer' },
          id: {
            type: ['string', 'null'],
            description: 'Of the record, or as it was sent when the operation is refused.',
          },
          record: { type: 'object' },
          problem: { type: 'object' },
        },
      },
    },
  },
}

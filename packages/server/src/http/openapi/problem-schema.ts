import { statusOf } from '../../base/errors.ts'

/** The body of every failure. */
export const problemSchema = {
  title: 'Problem',
  description: 'A failure, as RFC 9457 describes it.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: {
      type: 'string',
      enum: Object.keys(statusOf),
      description: 'Stable and machine-readable. Each code always comes with the same status; new ones may be added.',
    },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'message'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the body, or `?name` for a query parameter.' },
          code: { type: 'string' },
          message: { type: 'string' },
          params: {
            type: 'object',
            description:
              'The constraint that the value breaks, for a sentence of your own; absent where the code says it all.',
            properties: {
              limit: { type: 'number', description: 'The most or the least that is allowed.' },
              allowed: {
                type: 'array',
                items: { type: ['string', 'number'] },
                description: 'The values to choose from.',
              },
              pattern: { type: 'string', description: 'The regular expression that the text must match.' },
              format: { type: 'string', description: 'The kind of text that is expected, such as `email` or `uri`.' },
            },
          },
        },
      },
    },
  },
}

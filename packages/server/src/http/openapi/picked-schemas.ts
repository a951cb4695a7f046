/** A record of which only some fields were asked for. */
export const pickedRecord = {
  title: 'PickedRecord',
  description: 'The fields that `?fields=` requested.',
  type: 'object',
  required: ['_id'],
  properties: { _id: { type: 'string' } },
}

export const pickedList = {
  title: 'PickedList',
  type: 'object',
  required: ['data', 'metadata', '_type'],
  properties: { data: { type: 'array', items: pickedRecord }, metadata: { type: 'object' }, _type: { type: 'string' } },
}

export const dryRunReport = {
  title: 'DryRun',
  description: 'The changes that the write would make. Nothing was changed.',
  type: 'object',
  required: ['dry_run', 'would_status', 'record', 'changes', 'event_types'],
  properties: {
    dry_run: { type: 'boolean', const: true },
    would_status: { type: 'integer' },
    record: { type: ['object', 'null'], description: 'As it would be; null when it would be deleted.' },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'id', 'operation', 'fields'],
        properties: {
          kind: { type: 'string' },
          id: { type: 'string' },
          operation: { type: 'string' },
          fields: { type: 'array', items: { type: 'string', examples: ['title'] } },
        },
      },
    },
    event_types: { type: 'array', items: { type: 'string', examples: ['event.created'] } },
  },
}

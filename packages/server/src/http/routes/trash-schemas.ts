import { Actor, shapes, trashKinds } from '@marquee/model'
import { leftOutSchema } from './left-out-schema.ts'

export const trashedKinds = trashKinds.map(({ name }) => name)

const entryProperties = {
  kind: { type: 'string', enum: trashedKinds },
  id: shapes.ObjectId,
  title: { type: ['string', 'null'], description: 'Its name for people.' },
  actor: { ...Actor, description: 'Who deleted it.' },
  deletedAt: { type: 'string', format: 'date-time' },
  expiresAt: { type: 'string', format: 'date-time', description: 'When it can no longer be restored.' },
  referrers: { type: 'integer', description: 'How many records referred to it. A restore puts these references back.' },
}

export const trashSchema = {
  title: 'Trash',
  type: 'object',
  required: ['data', 'next', 'has_more', 'kept_days'],
  properties: {
    data: {
      type: 'array',
      items: {
        title: 'TrashEntry',
        type: 'object',
        required: Object.keys(entryProperties),
        properties: entryProperties,
      },
    },
    next: { type: ['string', 'null'], description: 'The `cursor` of the next page.' },
    has_more: { type: 'boolean' },
    kept_days: { type: 'integer', description: 'How many days deleted records are kept; 0 when the trash is off.' },
  },
}

export const trashedSchema = {
  title: 'TrashedRecord',
  type: 'object',
  required: [...Object.keys(entryProperties), 'record'],
  properties: {
    ...entryProperties,
    record: { type: 'object', description: 'The record as it was when it was deleted.' },
  },
}

export const restoredRecordSchema = {
  title: 'RestoredRecord',
  type: 'object',
  required: ['kind', 'record', 'referrers', 'left_out'],
  properties: {
    kind: { type: 'string', enum: trashedKinds },
    record: { type: 'object', description: 'The record as it is now.' },
    referrers: {
      type: 'object',
      description: 'Records that referred to it: how many do so again, and how many were changed or deleted meanwhile.',
      required: ['restored', 'left_out'],
      properties: { restored: { type: 'integer' }, left_out: { type: 'integer' } },
    },
    left_out: {
      type: 'array',
      description: 'Fields that could not be restored, because another record has taken their unique value.',
      items: leftOutSchema,
    },
  },
}

export const purgedSchema = {
  title: 'Purged',
  type: 'object',
  required: ['purged'],
  properties: { purged: { type: 'integer', description: 'How many records were deleted for good.' } },
}

export const usesSchema = {
  title: 'Uses',
  type: 'object',
  required: ['total', 'data'],
  properties: {
    total: { type: 'integer', description: 'How many records contain one of the ids.' },
    data: {
      type: 'array',
      description: 'By kind, the most frequent first.',
      items: {
        title: 'UsesOfKind',
        type: 'object',
        required: ['kind', 'total', 'records'],
        properties: {
          kind: { type: 'string' },
          total: { type: 'integer' },
          records: {
            type: 'array',
            description: 'The latest five; none of kinds with personal data.',
            items: {
              type: 'object',
              required: ['id', 'title'],
              properties: { id: shapes.ObjectId, title: { type: ['string', 'null'] } },
            },
          },
        },
      },
    },
  },
}

export const entryExample = {
  kind: 'broadcastHost',
  id: '66a1f0c2d4e5b60718293a4b',
  title: 'Ada Wrenfield',
  actor: { type: 'user', id: '66a1f0c2d4e5b60718293a01' },
  deletedAt: '2027-06-11T09:30:00.000Z',
  expiresAt: '2027-07-11T09:30:00.000Z',
  referrers: 3,
}

export const usesExample = {
  total: 3,
  data: [
    {
      kind: 'broadcastSession',
      total: 3,
      records: [{ id: '66a1f0c2d4e5b60718293a4c', title: 'Opening concert' }],
    },
  ],
}

import { shapes } from '@marquee/model'
import { conflictTypes, severities } from '../../conflicts/conflict.ts'

const instant = { type: ['string', 'null'], format: 'date-time' }

export const conflictSchema = {
  title: 'Conflict',
  type: 'object',
  required: ['id', 'type', 'severity', 'message', 'ids', 'records', 'from', 'to'],
  properties: {
    id: { type: 'string', description: 'The same conflict has the same id each time it is found.' },
    type: { type: 'string', enum: conflictTypes },
    severity: { type: 'string', enum: severities },
    message: { type: 'string', description: 'A sentence for people, in the requested language.' },
    ids: { type: 'array', items: shapes.ObjectId },
    records: {
      type: 'array',
      description: 'The conflicting records, then the resource they share or the record they refer to.',
      items: {
        type: 'object',
        required: ['kind', 'id', 'title'],
        properties: {
          kind: { type: 'string' },
          id: shapes.ObjectId,
          title: { type: ['string', 'null'] },
          pointer: { type: 'string', description: 'A pointer into the record.' },
        },
      },
    },
    from: instant,
    to: instant,
  },
}

export const conflictExample = {
  id: 'placeOverlap:66a1f0c2d4e5b60718293a4b:66a1f0c2d4e5b60718293a4c:66a1f0c2d4e5b60718293a4d',
  type: 'placeOverlap',
  severity: 'error',
  message: '“Opening” and “Concert” are both at “Harbour stage”, Saturday 4 July from 20:00 to 20:30.',
  ids: ['66a1f0c2d4e5b60718293a4b', '66a1f0c2d4e5b60718293a4c', '66a1f0c2d4e5b60718293a4d'],
  records: [
    { kind: 'broadcastSession', id: '66a1f0c2d4e5b60718293a4b', title: 'Opening' },
    { kind: 'broadcastSession', id: '66a1f0c2d4e5b60718293a4c', title: 'Concert' },
    { kind: 'broadcastInterestPoint', id: '66a1f0c2d4e5b60718293a4d', title: 'Harbour stage' },
  ],
  from: '2026-07-04T18:00:00.000Z',
  to: '2026-07-04T18:30:00.000Z',
}

/** The problem document of a write that `?check=` refused. */
export const refusedExample = {
  type: 'urn:marquee:problem:conflicts',
  title: 'Conflict',
  status: 409,
  detail: 'The write conflicts with other content; `conflicts` lists the reasons.',
  instance: 'urn:request:6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  code: 'conflicts',
  request_id: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  errors: [],
  conflicts: [conflictExample],
}

const counts = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
})

export const conflictListSchema = {
  title: 'ConflictList',
  type: 'object',
  required: ['data', 'metadata'],
  properties: {
    data: { type: 'array', items: conflictSchema },
    metadata: {
      type: 'object',
      required: ['total', 'limit', 'skip', 'isComplete', 'byType', 'bySeverity'],
      properties: {
        total: { type: 'integer' },
        limit: { type: 'integer' },
        skip: { type: 'integer' },
        isComplete: { type: 'boolean', description: 'False when there are more than 10,000.' },
        byType: counts(conflictTypes),
        bySeverity: counts(severities),
      },
    },
  },
}

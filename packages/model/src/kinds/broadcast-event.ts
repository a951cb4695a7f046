import { always, defineKind, ref, required } from '../kind.ts'
import { Instant } from '../shapes/scalars.ts'
import { subjectsOf } from '../subjects.ts'
import Type from '../type.ts'

export const broadcastEvent = defineKind({
  name: 'broadcastEvent',
  plural: 'broadcastEvents',
  about: 'An analytics event: something a visitor did. Appended and read, never changed.',
  logging: 'unlogged',
  operations: ['list', 'create', 'read'],
  timeline: {
    at: 'occurredAt',
    by: 'type',
    subjects: ({ type, metadata }, hour) => subjectsOf(String(type), Object(metadata), hour),
  },
  fields: {
    type: required(Type.String({ minLength: 1, maxLength: 200 }), { sort: true }),
    clientId: ref('broadcastClient', { label: 'Client' }),
    occurredAt: always(Instant, { default: undefined, sort: true }),
  },
})

import { always, defineKind, required } from '../kind.ts'
import { Choice } from '../shapes/scalars.ts'
import Type from '../type.ts'

export const broadcastMember = defineKind({
  name: 'broadcastMember',
  plural: 'broadcastMembers',
  about: 'A person who works on the broadcast, and in which role.',
  area: 'members',
  fields: {
    email: required(Type.String({ format: 'email', maxLength: 320 }), {
      immutable: true,
      unique: 'broadcast',
      sort: true,
    }),
    role: always(Choice('owner', 'editor', 'viewer'), { default: 'viewer', sort: true }),
    status: always(Choice('invited', 'active'), { default: 'invited', readOnly: true, sort: true }),
  },
})

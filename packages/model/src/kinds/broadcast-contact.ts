import { defineKind, list, ref } from '../kind.ts'
import { Shape } from '../shapes/scalars.ts'
import Type from '../type.ts'

const ContactField = Shape(
  { key: Type.String({ minLength: 1, maxLength: 200 }), value: Type.String({ maxLength: 50_000 }) },
  { title: 'ContactField' },
)

export const broadcastContact = defineKind({
  name: 'broadcastContact',
  plural: 'broadcastContacts',
  about: 'A message to the organizers, often the answers to a form.',
  area: 'people',
  fields: {
    fields: list(ContactField, { maxItems: 200 }),
    formId: ref('broadcastNetworkingForm', { label: 'Form' }),
  },
})

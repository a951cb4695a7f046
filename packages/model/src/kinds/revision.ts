import { always, defineKind, nullable, required } from '../kind.ts'
import { Description, FreeForm, Shape, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

export const revision = defineKind({
  name: 'revision',
  plural: 'revisions',
  about: 'The editorial content at one point of the change log.',
  operations: ['list', 'create', 'read', 'delete'],
  fields: {
    tos: required(Shape({ accepted: Type.Boolean() }, { title: 'TermsOfService' }), { label: 'Terms of service' }),
    title: nullable(Title, { sort: true }),
    note: nullable(Description),
    sequence: always(Type.Integer({ minimum: 0 }), { default: 0, readOnly: true, sort: true }),
    stats: always(FreeForm, { default: {}, readOnly: true }),
  },
})

import { always, defineKind, list, nullable } from '../kind.ts'
import { Choice, Description, Maybe, PublishStatus, Shape, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const FormField = Shape(
  {
    key: Type.String({ minLength: 1, maxLength: 200 }),
    label: Maybe(Title),
    type: Choice('text', 'longText', 'email', 'phone', 'number', 'date', 'url', 'choice', 'choices', 'consent'),
    required: Type.Optional(Type.Boolean()),
    options: Maybe(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200 })),
  },
  { title: 'FormField' },
)

export const broadcastNetworkingForm = defineKind({
  name: 'broadcastNetworkingForm',
  plural: 'broadcastNetworkingForms',
  about: 'Questions for visitors; the answers are contacts.',
  editorial: true,
  public: ['title', 'status', 'description', 'fields'],
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    description: nullable(Description, { localized: true, filter: true }),
    fields: list(FormField, { localized: true, maxItems: 100 }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
  },
})

import { always, defineKind, nullable, ref } from '../kind.ts'
import { Icon } from '../shapes/navigator.ts'
import { Color, PublishStatus, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

export const broadcastCategory = defineKind({
  name: 'broadcastCategory',
  plural: 'broadcastCategories',
  about: 'A label that groups sessions, places, hosts, articles and pages. Surface A knows it by its `key`.',
  editorial: true,
  public: ['title', 'status', 'key', 'color', 'icon', 'parentId'],
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    key: always(Type.String({ minLength: 1, maxLength: 200 }), {
      default: undefined,
      immutable: true,
      unique: 'broadcast',
      sort: true,
    }),
    color: nullable(Color, { filter: true }),
    icon: nullable(Icon),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    parentId: ref('broadcastCategory', { label: 'Parent' }),
  },
})

import { always, defineKind, nullable } from '../kind.ts'
import { Choice, Media, PublishStatus, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const pixels = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })

export const broadcastMap = defineKind({
  name: 'broadcastMap',
  plural: 'broadcastMaps',
  about: 'A drawn plan, where places have pixel positions, or a map of the world.',
  editorial: true,
  public: ['title', 'status', 'type', 'media', 'width', 'height'],
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    type: always(Choice('image', 'geo'), { default: 'image', filter: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    media: nullable(Media, { label: 'Background' }),
    width: nullable(pixels, { filter: true }),
    height: nullable(pixels, { filter: true }),
  },
})

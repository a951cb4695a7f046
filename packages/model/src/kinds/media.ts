import Type from 'typebox'
import { always, defineKind, nullable, required } from '../kind.ts'
import { Color, ObjectId, Shape, Title, Url } from '../shapes/scalars.ts'

const pixels = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const share = Type.Number({ minimum: 0, maximum: 1 })

export const media = defineKind({
  name: 'media',
  plural: 'medias',
  about: 'An image, video, sound or document, kept here or elsewhere on the web.',
  editorial: true,
  public: ['mediaUrl', 'mimeType', 'size', 'width', 'height', 'alt', 'focalPoint', 'color'],
  fields: {
    _userId: required(ObjectId, { readOnly: true }),
    mediaUrl: required(Url, { sort: true }),
    external: always(Type.Boolean(), { default: true, immutable: true, filter: true }),
    mimeType: nullable(Type.String({ maxLength: 200 }), { sort: true }),
    size: nullable(Type.Integer({ minimum: 0 }), { sort: true, readOnly: true }),
    width: nullable(pixels, { filter: true }),
    height: nullable(pixels, { filter: true }),
    alt: nullable(Title, { localized: true, filter: true, label: 'Alternative text' }),
    focalPoint: nullable(Shape({ x: share, y: share }, { title: 'FocalPoint' })),
    color: nullable(Color, { filter: true }),
  },
})

import { always, defineKind, nullable, required } from '../kind.ts'
import { Color, ObjectId, Shape, Title, Url } from '../shapes/scalars.ts'
import Type from '../type.ts'

const pixels = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const share = Type.Number({ minimum: 0, maximum: 1 })
/** A hundredth at least, so that something is left to see. */
const part = Type.Number({ minimum: 0.01, maximum: 1 })
const Tag = Type.String({
  minLength: 1,
  maxLength: 50,
  title: 'MediaTag',
  pattern: '^\\S(?:.*\\S)?$',
  description: 'A tag that neither begins nor ends with a space',
  examples: ['stage'],
})

export const media = defineKind({
  name: 'media',
  plural: 'medias',
  about: 'An image, video, sound or document, kept here or elsewhere on the web.',
  editorial: true,
  public: ['mediaUrl', 'mimeType', 'size', 'width', 'height', 'alt', 'crop', 'focalPoint', 'color'],
  fields: {
    _userId: required(ObjectId, { readOnly: true }),
    mediaUrl: required(Url, { sort: true }),
    external: always(Type.Boolean(), { default: true, immutable: true, filter: true }),
    mimeType: nullable(Type.String({ maxLength: 200 }), { sort: true }),
    size: nullable(Type.Integer({ minimum: 0 }), { sort: true, readOnly: true }),
    width: nullable(pixels, { filter: true }),
    height: nullable(pixels, { filter: true }),
    alt: nullable(Title, { localized: true, filter: true, label: 'Alternative text' }),
    crop: nullable(Shape({ x: share, y: share, width: part, height: part }, { title: 'Crop' })),
    focalPoint: nullable(Shape({ x: share, y: share }, { title: 'FocalPoint' })),
    color: nullable(Color, { filter: true }),
    tags: always(Type.Array(Tag, { maxItems: 20, uniqueItems: true }), { default: [], filter: true }),
  },
})

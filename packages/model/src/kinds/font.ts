import { defineKind, list, required } from '../kind.ts'
import { Maybe, OpenWord, Reference, Shape, Url } from '../shapes/scalars.ts'
import Type from '../type.ts'

const Weight = Shape(
  {
    weight: Type.Number({ minimum: 1, maximum: 1_000 }),
    url: Type.Optional(Url),
    mediaId: Maybe(Reference('media')),
    style: Type.Optional(OpenWord('normal', 'italic')),
  },
  {
    title: 'FontWeight',
    description: 'One file of a typeface: a `url` elsewhere, or the `mediaId` of an uploaded font.',
  },
)

export const font = defineKind({
  name: 'font',
  plural: 'fonts',
  about: 'A typeface with the files of its weights.',
  editorial: true,
  public: ['fontFamily', 'weights'],
  fields: {
    fontFamily: required(Type.String({ minLength: 1, maxLength: 200 }), { sort: true }),
    weights: list(Weight, { maxItems: 100 }),
  },
})

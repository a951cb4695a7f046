import Type from 'typebox'
import { defineKind, list, required } from '../kind.ts'
import { OpenWord, Shape, Url } from '../shapes/scalars.ts'

const Weight = Shape(
  { weight: Type.Number({ minimum: 1, maximum: 1_000 }), url: Url, style: Type.Optional(OpenWord('normal', 'italic')) },
  { title: 'FontWeight' },
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import TypeBox from 'typebox'
import Type from '../src/type.ts'

test('schemas are those of TypeBox, to the last byte', () => {
  const schemasOf = (by: typeof Type) => [
    by.String(),
    by.String({ maxLength: 30, title: 'Name' }),
    by.Number({ minimum: 0 }),
    by.Integer(),
    by.Boolean({ default: true }),
    by.Literal('image'),
    by.Literal(1, { title: 'One' }),
    by.Literal(true),
    by.Array(by.String(), { maxItems: 3 }),
    by.Object({}),
    by.Object({ a: by.Optional(by.String()) }, { additionalProperties: false }),
    by.Object({ a: by.Optional(by.Optional(by.String())), b: by.Number() }),
    by.Object({ a: by.Unsafe(by.Optional(by.String())), b: by.Unsafe({ type: ['string', 'null'] }) }),
    by.Object({ a: { ...by.Optional(by.String()), title: 'A copy is not optional' } }),
    by.Record(by.String(), by.Number()),
  ]
  const texts = schemasOf(Type).map((schema) => JSON.stringify(schema))
  assert.deepEqual(
    texts,
    schemasOf(TypeBox).map((schema) => JSON.stringify(schema)),
  )
})

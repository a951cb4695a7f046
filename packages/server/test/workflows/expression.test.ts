import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ConfigError, planConfig } from '../../src/workflows/expression.ts'
import { redacted } from '../../src/workflows/redact.ts'
import { entries, fixed, worked } from '../support/workflows.ts'

/** Fills a configuration with results that name their expressions. */
function filled(config: Record<string, unknown>, result = (source: string): unknown => `<${source}>`) {
  const { sources, fill } = planConfig(config)
  return fill(sources.map(result))
}

test('fixed values are returned unchanged, expressions as their results, objects by their keys', () => {
  assert.deepEqual(
    filled({
      url: fixed('https://x.example'),
      method: worked('a'),
      metadata: {
        filters: entries({ title: worked('b'), 'time.start': entries({ $gte: worked('c') }) }),
        cursors: { limit: fixed(5) },
      },
      list: fixed([fixed(1), worked('d'), { plain: true }], 'array'),
      unset: { type: 'string' },
      nothing: {},
    }),
    {
      url: 'https://x.example',
      method: '<a>',
      metadata: { filters: { title: '<b>', 'time.start': { $gte: '<c>' } }, cursors: { limit: 5 } },
      list: [1, '<d>', { plain: true }],
      unset: undefined,
      nothing: {},
    },
  )
})

test('all expressions of a node are found at once, each with its path', () => {
  const { sources, places } = planConfig({
    id: worked('x'),
    body: entries({ a: worked('y') }),
    metadata: { cursors: { limit: worked('z') } },
  })
  assert.deepEqual(
    [sources, places],
    [
      ['x', 'y', 'z'],
      ['id', 'body.0.value', 'metadata.cursors.limit'],
    ],
  )
})

test('the result of an expression is never parsed as an expression', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(
        filled({ body: worked('x', 'any') }, () => value),
        { body: value },
      )
      const looks = { type: 'any', useExpression: true, expression: 'evil', value }
      assert.deepEqual(
        filled({ body: entries({ a: worked('x') }) }, () => looks),
        { body: { a: looks } },
      )
    }),
    { numRuns: 100 },
  )
})

test('a result of the wrong type is an error with its path', () => {
  for (const [type, value] of [
    ['string', 5],
    ['number', '5'],
    ['boolean', 'true'],
    ['array', {}],
    ['object', 'x'],
    ['enum', 1],
  ])
    assert.throws(() => filled({ url: worked('x', String(type)) }, () => value), ConfigError, String(type))
  assert.deepEqual(
    filled({ url: worked('x', 'string') }, () => null),
    { url: null },
    'what is missing is missing',
  )
})

test('a key such as __proto__ is refused, also when it is computed', () => {
  const body = fixed([{ key: worked('k'), value: fixed(1) }], 'object')
  assert.throws(() => filled({ body }, () => '__proto__'), ConfigError)
  assert.throws(() => filled({ body }, () => 7), ConfigError)
  assert.equal(Object({}).polluted, undefined)
})

test('a secret is redacted everywhere, as it is and as part of a URL', () => {
  const secret = 'p&ss word'
  const shown = redacted(
    { [secret]: [`Basic ${secret}!`, { url: `https://x.example/?k=${encodeURIComponent(secret)}` }], n: 1 },
    [secret],
  )
  assert(!JSON.stringify(shown).includes(secret) && !JSON.stringify(shown).includes(encodeURIComponent(secret)))
  assert.deepEqual(redacted({ a: 1 }, []), { a: 1 })
})

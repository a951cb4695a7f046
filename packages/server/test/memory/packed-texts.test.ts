import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { digestOf, KeptJson } from '../../src/base/json-text.ts'
import { PackedTexts } from '../../src/store/memory/packed-texts.ts'
import { maxPackedBytes, Packing } from '../../src/store/memory/packing.ts'

const kept = (text: string) => new KeptJson(Buffer.from(text))

/** Texts that have much in common, and some that have nothing. */
const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('{"title":"Concert at noon",', '"status":"published",', '"categoryIds":[]}'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.string({ maxLength: 3 }), fc.nat(300)).map(([text, count]) => text.repeat(count)),
  },
)
const someText: Arbitrary<string> = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

test('any text is unpacked as it was, with any dictionary and any base', () => {
  const texts = fc.array(fc.record({ text: someText, base: fc.option(someText), isLearned: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(texts, (all) => {
      const packing = new Packing()
      const packed = all.map(({ text, base, isLearned }) => {
        const bytes = Buffer.from(text)
        const from = base === null ? undefined : Buffer.from(base)
        const copy = Buffer.from(packing.pack(bytes, from))
        if (isLearned) packing.learn(bytes)
        return { bytes, from, copy }
      })
      // The dictionary has grown since.
      for (const { bytes, from, copy } of packed) {
        const text = Buffer.alloc(bytes.length)
        packing.unpack(copy, 0, copy.length, text, from)
        assert.deepEqual(text, bytes)
      }
    }),
    { numRuns: 300 },
  )
})

test('texts of the longest length are unpacked as they were', () => {
  const packing = new Packing()
  const noise = crypto.getRandomValues(Buffer.alloc(maxPackedBytes))
  assert(packing.learn(noise))
  assert(!packing.learn(Buffer.from('x')), 'the dictionary is full')
  for (const [text, base] of [
    [noise, undefined],
    [crypto.getRandomValues(Buffer.alloc(maxPackedBytes)), noise],
    [Buffer.concat([noise.subarray(7), noise.subarray(0, 7)]), noise],
    [Buffer.alloc(maxPackedBytes, 'a'), Buffer.alloc(maxPackedBytes, 'a')],
  ] as const) {
    const packed = Buffer.from(packing.pack(text, base))
    const unpacked = Buffer.alloc(text.length)
    packing.unpack(packed, 0, packed.length, unpacked, base)
    assert(unpacked.equals(text))
  }
})

/** What is in a text is copied from others, so that records take a fraction of their JSON. */
test('records that resemble each other are packed to a tenth', () => {
  const packing = new Packing()
  const records = Array.from({ length: 200 }, (_, index) =>
    Buffer.from(
      JSON.stringify({
        _id: (0x65f0_0000_0000 + index * 7_919).toString(16).padStart(24, '0'),
        title: `Concert ${index}`,
        status: index % 7 === 0 ? 'draft' : 'published',
        time: { start: new Date(Date.UTC(2027, 6, 1) + index * 300_000).toISOString(), end: null, allDay: false },
        description: 'A quartet that plays in the open air, whatever the weather. Bring a chair, or sit on the grass.',
        categoryIds: [],
        hostIds: [],
        interestPointId: null,
        media: null,
        blocks: [],
        links: [],
        attachments: [],
      }),
    ),
  )
  let packed = 0
  for (const [index, record] of records.entries()) {
    if (index < 16) packing.learn(record)
    else packed += packing.pack(record, undefined).length
  }
  const whole = records.slice(16).reduce((sum, { length }) => sum + length, 0)
  assert(packed < whole / 10, `${packed} of ${whole} bytes`)
})

type Step = { slot: number; text: string | null; length: number }

test('texts that are stored, replaced and deleted in any order are found as a map has them', () => {
  const step: Arbitrary<Step> = fc.record({
    slot: fc.nat(40),
    text: fc.option(someText),
    // Long ones fill pages, and some are too long to be stored.
    length: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 20_000, max: maxPackedBytes + 100 })),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 160 }), fc.boolean(), (steps, hasBase) => {
      const base = hasBase ? kept('{"title":"Concert at noon","status":"published","categoryIds":[]}') : undefined
      const texts = new PackedTexts(8)
      const expected = new Map<number, string>()
      for (const [number, { slot, text, length }] of steps.entries()) {
        if (text === null) {
          texts.delete(slot)
          expected.delete(slot)
        } else {
          const long = text + noiseOf(length, number)
          texts.set(slot, kept(long), base)
          if (Buffer.byteLength(long) <= maxPackedBytes) expected.set(slot, long)
          else expected.delete(slot)
        }
        for (let at = 0; at <= 40; at++) assert.equal(texts.has(at), expected.has(at))
      }
      for (let at = 0; at <= 40; at++) {
        const found = texts.get(at, base)
        assert.equal(found?.toString(), expected.get(at))
        if (found) assert.equal(found.digest, digestOf(found.bytes))
      }
    }),
    { numRuns: 60 },
  )
})

/** Letters that no dictionary has. */
function noiseOf(length: number, seed: number): string {
  let text = ''
  for (let state = seed + 1; text.length < length; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += state.toString(36)
  }
  return text.slice(0, length)
}

test('the memory of texts that were replaced is used again', () => {
  const texts = new PackedTexts(64)
  for (let slot = 0; slot < 64; slot++) texts.set(slot, kept(noiseOf(8_000, slot)))
  const { bytes } = texts
  for (let round = 1; round <= 50; round++)
    for (let slot = 0; slot < 64; slot++) texts.set(slot, kept(noiseOf(8_000, 64 * round + slot)))
  assert(texts.bytes <= 2.5 * bytes, `${texts.bytes} after ${bytes} bytes`)
  for (let slot = 0; slot < 64; slot++) assert.equal(texts.get(slot)?.toString(), noiseOf(8_000, 64 * 50 + slot))
})

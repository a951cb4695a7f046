import { isUrlFor } from '@marquee/model'
import fc, { type Arbitrary } from 'fast-check'
import type { Filter, Query, Row, Sort } from './content-model.ts'

/** A kind for the reference model: its defaults, possible bodies, filters and sorts. */
export interface Subject {
  plural: 'broadcastSessions' | 'broadcastPages' | 'broadcastInterestPoints' | 'medias'
  defaults: Row
  body: Arbitrary<Row>
  /** Sent on every create. */
  required?: Arbitrary<Row>
  filters: Record<string, FieldType>
  sorts: string[]
}

type FieldType = 'text' | 'instant' | 'number' | 'boolean' | 'category' | 'host' | 'place' | keyof typeof choices

/** Filters take no other value of these fields. */
const choices = {
  status: fc.constantFrom('draft', 'published'),
  locale: fc.constantFrom('fr', 'en', 'es'),
  nativeContent: fc.constantFrom('home', 'maps', 'program'),
}

/** Texts that reveal differences in collation, length units, wildcards and quoting. Short, so that duplicates and prefixes occur. */
const atoms = ['a', 'A', 'b', 'é', 'e\u0301', 'ß', '%', '_', '\\', "'", '"', '$1', ' ', '\n', '\uE000', '\uFF5E']
const beyondBmp = ['\u{1F3B5}', '\u{1F3B6}', '\u{10FFFF}', '\u{10000}']
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...atoms) }, fc.constantFrom(...beyondBmp)), { maxLength: 3 })
  .map((parts) => parts.join(''))
const someText = text.filter((value) => value !== '')
const orNull = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { freq: 3, nil: null })

const startMs = Date.parse('2026-07-04T18:00:00Z')
const instantMs = fc.nat(6).map((hours) => startMs + hours * 3_600_000 + (hours % 2))
const instant = fc.tuple(instantMs, fc.nat(3)).map(([ms, form]) => {
  const utc = new Date(ms).toISOString()
  const shifted = new Date(ms + 7_200_000).toISOString()
  return [utc, utc.replace('Z', '999Z'), shifted.replace('Z', '+02:00'), utc.slice(0, -1)][form] ?? utc
})

/** Placeholders that are replaced by ids once the broadcast exists. */
export const categories = ['@category0', '@category1', '@category2']
export const hosts = ['@host0', '@host1']
export const places = ['@place0', '@place1']
const reference = fc.constantFrom('r', 'R', 'r1', 'ré/%', 'r\u{1F3B5}', 'r\uFF5E', '\\_')
const metadataValue = fc.oneof(
  fc.constantFrom<unknown>('x', '', 'X', 1, 1.5, 0, true, false, '1', 'true'),
  fc.constantFrom<unknown>(['x', 1], [], [true, 'X'], { deep: 'x' }, { deep: 1 }, { deep: ['x'] }),
)
const metadata = fc.dictionary(fc.constantFrom('one', 'two', '\u{1F3B5}', "it's"), orNull(metadataValue), {
  maxKeys: 3,
})
const metadataNames = ['metadata.one', 'metadata.two', 'metadata.one.deep', 'metadata.\u{1F3B5}', "metadata.it's"]

const common = { _reference: orNull(reference), metadata: orNull(metadata) }
const commonDefaults = { _reference: null, metadata: {}, localeDetails: null }
const commonFilters: Record<string, FieldType> = { _reference: 'text', _createdAt: 'instant', _updatedAt: 'instant' }
const commonSorts = ['_id', '_reference', '_createdAt', '_updatedAt']
const some = (fields: Record<string, Arbitrary<unknown>>): Arbitrary<Row> => fc.record(fields, { requiredKeys: [] })

const emptyTime = { start: null, end: null, timezone: null, allDay: false }
const time = fc
  .record(
    {
      start: instantMs,
      hours: fc.nat(2),
      hasEnd: fc.boolean(),
      allDay: fc.boolean(),
      timezone: orNull(fc.constantFrom('Europe/Paris', 'UTC')),
    },
    { requiredKeys: ['start', 'hours', 'hasEnd'] },
  )
  .map(({ start, hours, hasEnd, ...rest }) => ({
    start: new Date(start).toISOString(),
    ...(hasEnd && { end: new Date(start + hours * 3_600_000).toISOString() }),
    ...rest,
  }))

export const sessions: Subject = {
  plural: 'broadcastSessions',
  defaults: {
    ...commonDefaults,
    title: null,
    subtitle: null,
    status: 'draft',
    cancelled: false,
    movedFrom: null,
    type: null,
    languages: [],
    description: null,
    time: emptyTime,
    categoryIds: [],
    hostIds: [],
    interestPointId: null,
    broadcastMapId: null,
    media: null,
    color: null,
    blocks: [],
    links: [],
    attachments: [],
    recording: null,
    feedbackUrl: null,
    guid: null,
    source: null,
    defaultLocale: null,
  },
  body: some({
    ...common,
    title: orNull(someText),
    subtitle: orNull(text),
    status: choices.status,
    description: orNull(text),
    time: fc.oneof({ weight: 3, arbitrary: time }, fc.constant({})),
    categoryIds: orNull(fc.subarray(categories)),
    hostIds: orNull(fc.subarray(hosts)),
    interestPointId: orNull(fc.constantFrom(...places)),
    color: orNull(text),
    defaultLocale: orNull(fc.constantFrom('fr', 'en')),
  }),
  filters: {
    ...commonFilters,
    title: 'text',
    subtitle: 'text',
    status: 'status',
    description: 'text',
    'time.start': 'instant',
    'time.end': 'instant',
    'time.timezone': 'text',
    'time.allDay': 'boolean',
    categoryIds: 'category',
    hostIds: 'host',
    interestPointId: 'place',
    color: 'text',
    defaultLocale: 'locale',
  },
  sorts: [...commonSorts, 'title', 'status', 'time.start', 'time.end', 'interestPointId'],
}

export const pages: Subject = {
  plural: 'broadcastPages',
  defaults: {
    ...commonDefaults,
    status: 'draft',
    blocks: [],
    categoryIds: [],
    media: null,
    isPrivate: false,
    nativeContent: null,
    defaultLocale: null,
  },
  body: some({
    ...common,
    title: orNull(text),
    url: orNull(text.filter((path) => isUrlFor('webOrPath', path))),
    status: choices.status,
    categoryIds: orNull(fc.subarray(categories)),
    isPrivate: fc.boolean(),
    nativeContent: orNull(fc.constantFrom('home', 'maps')),
  }),
  filters: {
    ...commonFilters,
    title: 'text',
    url: 'text',
    status: 'status',
    categoryIds: 'category',
    isPrivate: 'boolean',
    nativeContent: 'nativeContent',
  },
  sorts: [...commonSorts, 'title', 'url', 'status'],
}

const coordinate = fc.constantFrom(-1.5, 0, 0.1, 0.30000000000000004, 2, 10, 999_999.75)
export const interestPoints: Subject = {
  plural: 'broadcastInterestPoints',
  defaults: {
    ...commonDefaults,
    title: null,
    description: null,
    mapId: null,
    position: null,
    categoryIds: [],
    status: 'draft',
    media: null,
    color: null,
    icon: null,
    navigator: null,
    blocks: [],
    order: null,
  },
  body: some({
    ...common,
    title: orNull(text),
    position: orNull(fc.record({ x: coordinate, y: coordinate })),
    categoryIds: fc.subarray(categories),
    status: choices.status,
  }),
  filters: { ...commonFilters, title: 'text', 'position.x': 'number', 'position.y': 'number', categoryIds: 'category' },
  sorts: [...commonSorts, 'title', 'status'],
}

export const medias: Subject = {
  plural: 'medias',
  defaults: {
    ...commonDefaults,
    external: true,
    mimeType: null,
    size: null,
    width: null,
    height: null,
    alt: null,
    crop: null,
    focalPoint: null,
    tags: [],
    color: null,
  },
  required: fc.record({
    mediaUrl: fc.constantFrom('https://a.example/%5f', 'https://a.example/_', 'https://b.example/'),
  }),
  body: some({
    ...common,
    mimeType: orNull(text),
    width: orNull(fc.constantFrom(1, 2, 9, 10, 100)),
    height: orNull(fc.constantFrom(1, 2, 9, 10, 1_000_000)),
    alt: orNull(text),
  }),
  filters: {
    ...commonFilters,
    mediaUrl: 'text',
    mimeType: 'text',
    size: 'number',
    width: 'number',
    height: 'number',
    external: 'boolean',
    alt: 'text',
  },
  sorts: [...commonSorts, 'mediaUrl', 'mimeType', 'size'],
}

export type Step =
  | { step: 'create'; body: Row; size: number | null }
  | { step: 'put'; reference: string; body: Row }
  | { step: 'patch'; at: number; body: Row }
  | { step: 'delete'; at: number }
  | { step: 'ask'; query: Asked }

export interface Asked {
  filters: Filter[] | undefined
  logical: Query['logical'] | undefined
  sort: Sort | undefined
  skip: number
  limit: number
  /** The index of the record to start after, if any. */
  start: number | undefined
}

/** Some records, then writes and list queries in any order. */
export function stepsOf(subject: Subject): Arbitrary<Step[]> {
  const created = subject.required
    ? fc.tuple(subject.required, subject.body).map(([required, body]) => ({ ...required, ...body }))
    : subject.body
  const size = orNull(fc.constantFrom(0, 9, 10, 1_000, Number.MAX_SAFE_INTEGER))
  const create = fc.record({ step: fc.constant('create' as const), body: created, size })
  const write = fc.oneof(
    { weight: 3, arbitrary: create },
    fc.record({ step: fc.constant('put' as const), reference, body: created }),
    fc.record({ step: fc.constant('patch' as const), at: fc.nat(20), body: subject.body }),
    fc.record({ step: fc.constant('delete' as const), at: fc.nat(20) }),
  )
  const ask = fc.record({ step: fc.constant('ask' as const), query: askedOf(subject) })
  return fc
    .tuple(
      fc.array(create, { minLength: 4, maxLength: 12 }),
      fc.array(fc.oneof<Arbitrary<Step>[]>(write, ask), { minLength: 6, maxLength: 24 }),
    )
    .map(([first, then]) => [...first, ...then])
}

function askedOf(subject: Subject): Arbitrary<Asked> {
  const leaf = leafOf(subject)
  return fc.record({
    filters: fc.option(fc.array(nested(leaf, 3), { maxLength: 3 }), { nil: undefined }).filter(isAllowed),
    logical: fc.option(fc.constantFrom<NonNullable<Query['logical']>>('$and', '$or', '$nor'), { nil: undefined }),
    sort: fc.option(sortOf(subject), { nil: undefined }),
    skip: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(6)),
    limit: fc.constantFrom(0, 1, 2, 3, 5, 200),
    start: fc.option(fc.nat(30), { nil: undefined }),
  })
}

function sortOf({ sorts }: Subject): Arbitrary<Sort> {
  return fc
    .shuffledSubarray(sorts, { minLength: 1, maxLength: 4 })
    .chain((names) =>
      fc
        .array(fc.constantFrom<'asc' | 'desc'>('asc', 'desc'), { minLength: names.length, maxLength: names.length })
        .map((directions) => Object.fromEntries(names.map((name, at) => [name, directions[at] ?? 'asc']))),
    )
}

function nested(leaf: Arbitrary<Filter>, depth: number): Arbitrary<Filter> {
  if (depth === 0) return leaf
  const inner = fc.array(nested(leaf, depth - 1), { maxLength: 3 })
  const logic = fc.tuple(fc.constantFrom('$and', '$or', '$nor'), inner).map(([name, of]): Filter => ({ [name]: of }))
  return fc.oneof(
    { weight: 5, arbitrary: leaf },
    { weight: 2, arbitrary: logic },
    fc.tuple(leaf, logic).map(([one, other]) => ({ ...one, ...other })),
  )
}

function leafOf({ filters }: Subject): Arbitrary<Filter> {
  const fields = Object.entries(filters).map(([name, type]) => testOf(type).map((value): Filter => ({ [name]: value })))
  const metadata = fc.tuple(fc.constantFrom(...metadataNames), metadataTest).map(([name, value]) => ({ [name]: value }))
  const id = testOf('row').map((value): Filter => ({ _id: value }))
  // SQL wildcards must match literally; they are generated often, because they are rare otherwise.
  const texts = Object.keys(filters).filter((name) => filters[name] === 'text')
  const wildcard = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.constantFrom('$contains', '$startsWith'),
      fc.constantFrom('%', '_', '\\', 'a%', 'a_', '%a', '\\%', ''),
    )
    .map(([name, operator, operand]): Filter => ({ [name]: { [operator]: operand } }))
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...fields) },
    { weight: 2, arbitrary: metadata },
    { weight: 2, arbitrary: wildcard },
    id,
    fc.tuple(fc.oneof(...fields), fc.oneof(...fields)).map(([one, other]) => ({ ...one, ...other })),
    fc.constant({}),
  )
}

/** The test of a field: a value, or one or two operators that suit its type. */
function testOf(type: FieldType | 'row'): Arbitrary<unknown> {
  const value = operand(type)
  const isText = type !== 'number' && type !== 'boolean' && type !== 'instant'
  const operators: Arbitrary<[string, unknown]>[] = [
    fc.tuple(fc.constantFrom('$eq', '$ne'), orNull(value)),
    fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(orNull(value), { maxLength: 3 })),
    fc.tuple(fc.constant('$exists'), fc.boolean()),
  ]
  if (type !== 'boolean') operators.push(fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), value))
  if (isText) operators.push(fc.tuple(fc.constantFrom('$contains', '$startsWith'), fc.oneof(value, text)))
  const tests = fc.array(fc.oneof(...operators), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    { weight: 1, arbitrary: orNull(value) },
    { weight: 3, arbitrary: tests.map((list) => Object.fromEntries(list)) },
  )
}

function operand(type: FieldType | 'row'): Arbitrary<unknown> {
  if (type === 'instant')
    return fc.oneof(
      instant,
      fc.nat(20).map((at) => `@updated${at}`),
    )
  if (type === 'number') return fc.oneof(coordinate, fc.constantFrom(1, 9, 9.5, 100, Number.MAX_SAFE_INTEGER))
  if (type === 'boolean') return fc.boolean()
  if (type === 'category') return fc.constantFrom(...categories)
  if (type === 'host') return fc.constantFrom(...hosts)
  if (type === 'place') return fc.constantFrom(...places)
  if (type in choices) return choices[type as keyof typeof choices]
  if (type === 'row') return fc.nat(20).map((at) => `@row${at}`)
  return fc.oneof(
    { weight: 3, arbitrary: text },
    fc.constantFrom('draft', 'published', 'fr', 'home', 'r', 'https://a.example/_', 'Europe/Paris'),
  )
}

const metadataOperand = fc.constantFrom<unknown>('x', '', 'X', 1, 1.5, 0, true, false, '1', 'true', null)
const metadataTest = fc.oneof<Arbitrary<unknown>[]>(
  metadataOperand,
  fc.record({ $eq: metadataOperand }),
  fc.record({ $in: fc.array(metadataOperand, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
)

/** A filter can have at most 50 conditions; other tests cover larger ones. */
const isAllowed = (filters: Filter[] | undefined) => (JSON.stringify(filters ?? []).match(/":/g) ?? []).length <= 50

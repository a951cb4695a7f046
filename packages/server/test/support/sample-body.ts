import { createECDH, randomBytes } from 'node:crypto'
import { type Field, type Kind, shapes } from '@marquee/model'

/** A free text field in a schema. */
export interface TextPlace {
  /** JSON pointer into the body. */
  pointer: string
  minLength: number
  maxLength: number
  /** Whether blanks alone are refused. */
  isName: boolean
}

export interface SampleOptions {
  /** The text for a field. */
  text(place: TextPlace): string
  /** The value for a field that accepts any JSON. */
  anything?(pointer: string): unknown
  /** The value for a field that accepts any object. */
  freeForm?(pointer: string): Record<string, unknown>
  /** Whether to omit a field of the record. */
  without?(name: string, field: Field): boolean
  /** Whether to omit the value at a pointer. */
  leaveOut?(pointer: string): boolean
}

/** A body that sets every writable field of a kind, with every type of block and node. References are omitted. */
export function sampleBody(kind: Kind, options: SampleOptions): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.readOnly || options.without?.(name, field)) continue
    // A source that is followed would be requested.
    const isFollowing = kind.name === 'importSource' && name === 'enabled'
    // Only uploaded pictures can be cropped, and this one is elsewhere.
    if (kind.name === 'media' && name === 'crop') continue
    const value = isFollowing ? false : sample(field.schema as Node, `/${name}`, options)
    if (value !== undefined) body[name] = value
  }
  return body
}

/** Every plain text field in a record of the kind: without an enum, format, reference or pattern other than that of names. */
export function textPlaces(kind: Kind): TextPlace[] {
  const places: TextPlace[] = []
  sampleBody(kind, {
    text(place) {
      places.push(place)
      return 'x'
    },
  })
  return places
}

/** The minimal body for a record of the kind. */
export function leastBody(kind: Kind): Record<string, unknown> {
  return sampleBody(kind, { text: () => 'x', without: (_, field) => field.presence !== 'required' })
}

interface Node {
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  pattern?: string
  format?: string
  leadsTo?: string
  refersTo?: string
  readOnly?: boolean
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  additionalProperties?: boolean | Node
  items?: Node
  minItems?: number
  oneOf?: Node[]
  minLength?: number
  maxLength?: number
  minimum?: number
}

function sample(node: Node, pointer: string, options: SampleOptions): unknown {
  if (node.readOnly || node.refersTo || node.format === 'objectId' || options.leaveOut?.(pointer)) return undefined
  // Filters are validated, although the schema does not describe them.
  if (node.title === 'Audience') return { filters: [{ locale: 'fr' }], filtersLogical: '$or' }
  if (node.const !== undefined) return node.const
  // Cancelling has its own endpoint; `draft` can always be written.
  if (node.enum?.includes('cancelled')) return node.enum[0]
  if (node.enum) return node.enum.findLast((value) => value !== null)
  if (node.oneOf) return sample(node.oneOf[0] ?? {}, pointer, options)
  switch ([node.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return sampleText(node, pointer, options)
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(node.minimum ?? 1, 1)
    case 'array':
      return sampleList(node, pointer, options)
    case 'object':
      return sampleObject(node, pointer, options)
    default:
      return options.anything?.(pointer)
  }
}

function sampleText(node: Node, pointer: string, options: SampleOptions): string {
  if (node.leadsTo === 'webOrPath') return '/programme?day=1'
  if (node.format) return formats[node.format]?.() ?? ''
  const isName = node.pattern === namePattern
  if (node.pattern && !isName) return patterned(node.pattern, node.minLength ?? 0)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node
  return options.text({ pointer, minLength, maxLength, isName })
}

export const namePattern = (shapes.Name(1, 'x') as Node).pattern

function sampleList(node: Node, pointer: string, options: SampleOptions): unknown[] {
  const items = node.items ?? {}
  // Other samples are in these languages.
  if (items.format === 'language-tag') return [...shapes.locales]
  const kindsOfItem = items.oneOf ?? Array.from({ length: node.minItems ?? 1 }, () => items)
  return kindsOfItem
    .map((item, index) => sample(item, `${pointer}/${index}`, options))
    .filter((item) => item !== undefined)
}

function sampleObject(node: Node, pointer: string, options: SampleOptions): Record<string, unknown> {
  const [texts] = Object.values(node.patternProperties ?? {})
  if (texts) {
    const byLocale = shapes.locales.map((locale) => [locale, sample(texts, `${pointer}/${locale}`, options)])
    return Object.fromEntries(byLocale)
  }
  if (!node.properties) {
    if (typeof node.additionalProperties === 'object')
      return { title: sample(node.additionalProperties, `${pointer}/title`, options) }
    return options.freeForm?.(pointer) ?? {}
  }
  const object: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(node.properties)) {
    const value = sample(member, `${pointer}/${name}`, options)
    if (value !== undefined) object[name] = value
  }
  return object
}

/** A recent date-time for samples, because analytics events that are too old are refused. */
export const sampleInstant = new Date(Date.now() - 86_400_000).toISOString()

const formats: Record<string, () => string> = {
  'date-time': () => sampleInstant,
  date: () => '2027-07-02',
  'time-zone': () => 'Europe/Paris',
  'language-tag': () => 'es',
  uri: () => 'https://festival.example/programme?day=1#top',
  'push-key': () => createECDH('prime256v1').generateKeys('base64url'),
  'push-auth': () => randomBytes(16).toString('base64url'),
  'idn-hostname': () => `${randomBytes(6).toString('hex')}.example`,
  email: () => `${randomBytes(6).toString('hex')}@test.example`,
}

function patterned(pattern: string, minLength: number): string {
  const samples = ['#ff5a36', '06:00', `s-${randomBytes(6).toString('hex')}`, 'pt-BR', 'a-secret-that-signs-calls']
  const found = samples.find((text) => text.length >= minLength && new RegExp(pattern).test(text))
  if (found === undefined) throw new Error(`no sample for the pattern ${pattern}`)
  return found
}

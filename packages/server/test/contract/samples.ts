import { isDeepStrictEqual } from 'node:util'
import { type Field, type Kind, shapes } from '@marquee/model'

export type Body = Record<string, unknown>

/** The id of a record of a kind, for the references in a body. */
export type Target = (kindName: string) => string

/** The minimal body that creates a record: required fields, and no reference. */
export function minimalBody(kind: Kind): Body {
  return filled(kind, (field) => field.presence === 'required' && !field.readOnly, { variant: 0, target: noTarget })
}

/** A body with every writable field, each list with every shape of its elements. */
export function fullBody(kind: Kind, target: Target): Body {
  return filled(kind, (field) => !field.readOnly, { variant: 0, target })
}

/** A patch of a record made from `sent`, in which every field differs. */
export function patchBody(kind: Kind, sent: Body, target: Target): Body {
  const patch = {
    ...filled(kind, (field) => !field.readOnly && !field.immutable, { variant: 1, target }),
    ...chosenPatches[kind.name],
  }
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => !isDeepStrictEqual(value, sent[name])))
}

/** A body in which every typed field has another type. */
export function wrongBody(kind: Kind, forCreate: boolean): Body {
  const wrong: Body = {}
  for (const [name, { schema, readOnly, immutable }] of Object.entries(kind.fields)) {
    const { type } = schema as Shape
    if (type === undefined || readOnly || (immutable && !forCreate)) continue
    wrong[name] = [type].flat().includes('object') ? 'not an object' : { not: 'this' }
  }
  return wrong
}

/** The kinds that bodies of a kind refer to. */
export function targetKinds(kind: Kind): string[] {
  return [...new Set(referencePlaces(kind).map(({ target }) => target))]
}

/** One position where bodies of a kind can refer to another record. */
export interface ReferencePlace {
  target: string
  pointer: string
  /** A patch with only a reference at this position, and its required siblings. */
  body(id: string): Body
}

export function referencePlaces(kind: Kind): ReferencePlace[] {
  return Object.entries(kind.fields).flatMap(([name, { schema, readOnly }]) =>
    readOnly
      ? []
      : placesIn(schema as Shape).map(({ target, pointer, value }) => ({
          target,
          pointer: `/${name}${pointer}`,
          body: (id) => ({ [name]: value(id) }),
        })),
  )
}

/** A text that is unique among the samples. */
export const uniqueText = () => `text ${++texts}`

let texts = 0

/** The requirements of a kind's own rules on a patch. */
const chosenPatches: Record<string, Body> = {
  broadcastCampaign: { status: 'scheduled', scheduledAt: '2099-07-04T18:00:00.000Z' },
  workflow: {
    status: 'enabled',
    entryNodeId: 'start',
    trigger: { type: 'manual' },
    nodes: [{ id: 'start', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }],
  },
}

/** Values that cannot be generated, such as those of patterns. */
const chosenValues: Record<string, () => unknown> = {
  'broadcast.dayStart': () => '05:30',
  'broadcast.locales': () => ['fr', 'en', 'es', 'de'],
  // Events that happened too long ago are refused.
  'broadcastEvent.occurredAt': () => new Date().toISOString(),
  // A source that is followed would be requested.
  'importSource.enabled': () => false,
  // Only uploaded pictures can be cropped.
  'media.crop': () => null,
  'media.tags': () => [uniqueText()],
  'broadcastDiffuser.slug': () => `slug-${++texts}`,
  'broadcastDiffuser.domain': () => `domain-${++texts}.example`,
}

interface Shape {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  examples?: unknown[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
  oneOf?: Shape[]
  readOnly?: boolean
  refersTo?: string
  media?: true
}

interface Making {
  /** Samples of different variants differ wherever the schema leaves a choice. */
  variant: number
  target: Target
}

const noTarget: Target = (kindName) => {
  throw new Error(`a required field refers to ${kindName}`)
}

function filled(kind: Kind, picks: (field: Field) => boolean, making: Making): Body {
  const body: Body = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!picks(field)) continue
    const choose = chosenValues[`${kind.name}.${name}`]
    body[name] = choose ? choose() : fieldSample(kind, name, field, making)
  }
  return body
}

/** A choice starts at its default and is patched to another. */
function fieldSample(kind: Kind, name: string, field: Field, making: Making): unknown {
  const schema = field.schema as Shape
  const choices = (schema.enum ?? []).filter((choice) => choice !== null)
  if (choices.length > 0 && field.default !== undefined)
    return making.variant === 0 ? field.default : choices.find((choice) => choice !== field.default)
  try {
    return sample(schema, making)
  } catch (error) {
    throw new Error(`no sample of ${kind.name}.${name}`, { cause: error })
  }
}

function sample(schema: Shape, making: Making): unknown {
  const { variant, target } = making
  if (schema.refersTo) return target(schema.refersTo)
  if (schema.media) return { mediaId: target('media'), note: uniqueText() }
  if (schema.const !== undefined) return schema.const
  const choices = (schema.enum ?? []).filter((choice) => choice !== null)
  if (choices.length > 0) return choices[variant % choices.length]
  if (schema.oneOf) return sample(schema.oneOf[variant % schema.oneOf.length] ?? {}, making)
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return textSample(schema)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1) + variant, schema.maximum ?? Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return variant === 0
    case 'array':
      return listSample(schema, making)
    case 'object':
      return objectSample(schema, making)
    default:
      return {}
  }
}

function textSample({ format, pattern, examples }: Shape): unknown {
  if (examples?.[0] !== undefined) return examples[0]
  if (format === 'email') return `person-${++texts}@test.example`
  if (pattern || format) throw new Error(`give the schema an example: ${pattern ?? format}`)
  return uniqueText()
}

function listSample({ items = {}, minItems = 1 }: Shape, making: Making): unknown[] {
  if (items.oneOf) return items.oneOf.map((option) => sample(option, making))
  return Array.from({ length: minItems }, () => sample(items, making))
}

function objectSample({ properties, patternProperties, additionalProperties }: Shape, making: Making): Body {
  const [texts] = Object.values(patternProperties ?? {})
  if (texts) return Object.fromEntries(shapes.locales.map((locale) => [locale, sample(texts, making)]))
  if (properties) {
    const written = Object.entries(properties).filter(([, part]) => !part.readOnly)
    return Object.fromEntries(written.map(([name, part]) => [name, sample(part, making)]))
  }
  const member = typeof additionalProperties === 'object' ? sample(additionalProperties, making) : uniqueText()
  return { [`key${making.variant}`]: member }
}

interface Place {
  target: string
  pointer: string
  value(id: string): unknown
}

function placesIn(schema: Shape): Place[] {
  const { refersTo, media, properties = {}, items, oneOf = [] } = schema
  if (refersTo) return [{ target: refersTo, pointer: '', value: (id) => id }]
  if (media) return [{ target: 'media', pointer: '/mediaId', value: (id) => ({ mediaId: id }) }]
  return [
    ...Object.entries(properties).flatMap(([name, part]) =>
      placesIn(part).map(({ target, pointer, value }) => ({
        target,
        pointer: `/${name}${pointer}`,
        value: (id: string) => ({ ...besides(schema, name), [name]: value(id) }),
      })),
    ),
    ...(items ? placesIn(items) : []).map(({ target, pointer, value }) => ({
      target,
      pointer: `/0${pointer}`,
      value: (id: string) => [value(id)],
    })),
    ...oneOf.flatMap(placesIn),
  ]
}

/** The required siblings of a member of an object. */
function besides({ properties = {}, required = [] }: Shape, name: string): Body {
  const needed = required.filter((other) => other !== name)
  return Object.fromEntries(
    needed.map((other) => [other, sample(properties[other] ?? {}, { variant: 0, target: noTarget })]),
  )
}

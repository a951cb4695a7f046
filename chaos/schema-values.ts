import type { OpenApi } from '../packages/server/test/contract/documented.ts'
import type { Random } from './random.ts'

/** A schema of the OpenAPI document, as far as values are made from it. */
export interface Shape {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  examples?: unknown[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  required?: string[]
  oneOf?: Shape[]
  anyOf?: Shape[]
  readOnly?: boolean
  /** The kind of the record that an id must belong to. */
  refersTo?: string
}

export interface ValueSource {
  random: Random
  /** The id of a record of a kind; any id without one. */
  id(kindName: string | undefined): string
  /** A text for a field without a form. */
  text(): string
}

/** Follows references to shared schemas. */
export function resolver(document: OpenApi): (shape: Shape) => Shape {
  return (shape) => {
    let found = shape
    while (found.$ref !== undefined) found = document.components.schemas[found.$ref.split('/').at(-1) ?? ''] as Shape
    return found
  }
}

/** Makes values that a schema describes, most of them valid. */
export function createValues(document: OpenApi, source: ValueSource): (shape: Shape) => unknown {
  const resolve = resolver(document)
  const { random } = source

  const value = (given: Shape, depth: number): unknown => {
    const shape = resolve(given)
    if (shape.const !== undefined) return shape.const
    if (shape.enum) return random.pick(shape.enum)
    const options = shape.oneOf ?? shape.anyOf
    if (options) return value(random.pick(options), depth)
    const types = [shape.type ?? []].flat()
    const type = types.includes('null') && random.chance(0.1) ? 'null' : types.find((one) => one !== 'null')
    switch (type) {
      case 'string':
        return text(shape)
      case 'integer':
      case 'number':
        return number(shape, type)
      case 'boolean':
        return random.chance(0.5)
      case 'array':
        return list(shape, depth)
      case 'object':
        return object(shape, depth)
      case 'null':
        return null
      default:
        return shape.properties ? object(shape, depth) : { any: source.text() }
    }
  }
  const text = ({ format, pattern, examples = [], minLength = 0, maxLength = 1_000, refersTo }: Shape): unknown => {
    if (format === 'objectId') return source.id(refersTo)
    const made = format === undefined ? undefined : formats[format]?.(random)
    if (made !== undefined) return made
    if (pattern !== undefined && pattern !== '\\S') return examples.length > 0 ? random.pick(examples) : source.text()
    const plain = random.chance(0.3) ? source.text() : `text ${random.below(1e6)}`
    return plain.padEnd(minLength, 'x').slice(0, maxLength)
  }
  const number = ({ minimum, exclusiveMinimum, maximum }: Shape, type: string) => {
    const low = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1)
    const high = maximum ?? low + 10_000
    if (random.chance(0.2)) return random.pick([low, high])
    const between = low + random.next() * (high - low)
    return type === 'integer' ? Math.floor(between) : between
  }
  const list = ({ items = {}, minItems = 0, maxItems = 5 }: Shape, depth: number) => {
    const most = depth > 3 ? minItems : Math.max(minItems, Math.min(maxItems, minItems + random.below(3)))
    return Array.from({ length: most }, () => value(items, depth + 1))
  }
  const object = (shape: Shape, depth: number) => {
    const { properties = {}, patternProperties = {}, additionalProperties, required = [] } = shape
    const made: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(properties)) {
      if (resolve(part).readOnly) continue
      if (required.includes(name) || random.chance(depth > 3 ? 0.02 : 0.3 / (depth + 1)))
        made[name] = value(part, depth + 1)
    }
    for (const part of Object.values(patternProperties)) made[random.pick(['fr', 'en', 'es'])] = value(part, depth + 1)
    if (typeof additionalProperties === 'object') made[`key${random.below(9)}`] = value(additionalProperties, depth + 1)
    return made
  }
  return (shape) => value(shape, 0)
}

const formats: Record<string, (random: Random) => string> = {
  'date-time': (random) => new Date(Date.UTC(2027, random.below(12), random.below(28), random.below(24))).toISOString(),
  date: (random) => `2027-0${1 + random.below(9)}-1${random.below(9)}`,
  // An address that refuses connections, because some are requested; names would be looked up.
  uri: (random) => `https://127.0.0.1:9/${random.below(1e6)}`,
  email: (random) => `person-${random.below(1e6)}@chaos.example`,
  'time-zone': (random) => random.pick(['Europe/Paris', 'UTC', 'America/St_Johns']),
  'idn-hostname': (random) => `site-${random.below(1e6)}.example`,
}

/** A place in a body where an id is taken. */
export interface IdPlace {
  refersTo: string | undefined
  name: string
  /** A value of the whole schema with an id at this place, and its required siblings. */
  body(id: string): unknown
}

/** Every place in a schema that takes an id of a record; recursive schemas are entered once. */
export function idPlaces(document: OpenApi, schema: Shape, sample: (shape: Shape) => unknown): IdPlace[] {
  const resolve = resolver(document)
  const walk = (given: Shape, name: string, entered: string[]): IdPlace[] => {
    if (given.$ref !== undefined && entered.includes(given.$ref)) return []
    const inside = given.$ref === undefined ? entered : [...entered, given.$ref]
    const shape = resolve(given)
    if (shape.format === 'objectId') return [{ refersTo: shape.refersTo, name, body: (id) => id }]
    const members = Object.entries(shape.properties ?? {})
      .filter(([, part]) => !resolve(part).readOnly)
      .flatMap(([member, part]) =>
        walk(part, member, inside).map((place) => ({
          ...place,
          body: (id: string) => ({ ...siblings(shape, member), [member]: place.body(id) }),
        })),
      )
    const items = (shape.items ? walk(shape.items, name, inside) : []).map((place) => ({
      ...place,
      body: (id: string) => [place.body(id)],
    }))
    return [
      ...members,
      ...items,
      ...[...(shape.oneOf ?? []), ...(shape.anyOf ?? [])].flatMap((one) => walk(one, name, inside)),
    ]
  }
  const siblings = ({ properties = {}, required = [] }: Shape, member: string) =>
    Object.fromEntries(
      required.filter((other) => other !== member).map((other) => [other, sample(properties[other] ?? {})]),
    )
  return walk(schema, '', [])
}

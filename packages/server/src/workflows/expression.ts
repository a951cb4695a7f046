import { configTypes, type FieldError } from '@marquee/model'

/** A value of a node's configuration: fixed, or an expression that is evaluated when the node runs. */
export interface Wrapper {
  type?: string
  value?: unknown
  useExpression?: boolean
  expression?: string | null
}

/** A configuration with parsed expressions that are not evaluated yet. */
export interface Plan {
  /** All expressions of the node, to be evaluated together. */
  sources: string[]
  /** The path of each, such as `metadata.cursors.limit`. */
  places: string[]
  /** The configuration with the results inserted. Results are data and not parsed again. */
  fill(results: readonly unknown[]): Record<string, unknown>
}

/** A configuration is invalid after evaluation. */
export class ConfigError extends Error {}

export function planConfig(config: Record<string, unknown>): Plan {
  const sources: string[] = []
  const places: string[] = []
  const expression = (source: string, place: string) => {
    sources.push(source)
    places.push(place)
    return sources.length - 1
  }
  const filler = planMembers(config, '', expression)
  return { sources, places, fill: (results) => filler(results) as Record<string, unknown> }
}

type Filler = (results: readonly unknown[]) => unknown
type Note = (source: string, place: string) => number

function planMembers(members: Record<string, unknown>, place: string, note: Note): Filler {
  const parts = Object.entries(members).map(([name, member]): [string, Filler] => {
    const here = place === '' ? name : `${place}.${name}`
    if (typeof member !== 'object' || member === null) return [name, () => member]
    return [name, isField(member) ? planWrapper(member, here, note) : planMembers({ ...member }, here, note)]
  })
  return (results) => Object.fromEntries(parts.map(([name, fill]) => [name, fill(results)]))
}

function planWrapper(wrapper: Wrapper, place: string, note: Note): Filler {
  if (wrapper.useExpression) {
    const at = note(wrapper.expression ?? '', place)
    return (results) => requireType(results[at], wrapper.type, place)
  }
  const { value } = wrapper
  if (isEntries(value) && wrapper.type === 'object') return planEntries(value, place, note)
  if (Array.isArray(value) && wrapper.type === 'array') {
    const items = value.map((item, index) => planValue(item, `${place}.${index}`, note))
    return (results) => items.map((fill) => fill(results))
  }
  return () => value
}

const planValue = (value: unknown, place: string, note: Note): Filler =>
  isWrapper(value) ? planWrapper(value, place, note) : () => value

function planEntries(entries: Entry[], place: string, note: Note): Filler {
  const parts = entries.map(({ key, value }, index): [Filler, Filler] => [
    planValue(key, `${place}.${index}.key`, note),
    planValue(value, `${place}.${index}.value`, note),
  ])
  return (results) =>
    Object.fromEntries(
      parts.flatMap(([key, value]) => {
        const filled = value(results)
        return filled === undefined ? [] : [[nameOf(key(results), place), filled]]
      }),
    )
}

function nameOf(key: unknown, place: string): string {
  if (typeof key !== 'string') throw new ConfigError(`${place}: a key must be a string`)
  if (key === '__proto__') throw new ConfigError(`${place}: __proto__ is not a valid field name`)
  return key
}

function requireType(value: unknown, type: string | undefined, place: string): unknown {
  if (value === undefined || value === null || isOfType(value, type)) return value
  throw new ConfigError(`${place} must be ${type === 'enum' ? 'string' : type}, but evaluated to ${typeName(value)}`)
}

export function isOfType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case 'string':
    case 'enum':
      return typeof value === 'string'
    case 'number':
    case 'boolean':
      return typeof value === type
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null
    default:
      return true
  }
}

const typeName = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** Whether a value is set: fixed, or an expression. */
export function isGiven(wrapper: unknown): wrapper is Wrapper {
  return (
    isWrapper(wrapper) && (wrapper.useExpression === true || (wrapper.value !== undefined && wrapper.value !== null))
  )
}

/** The value of a wrapper that is no expression. */
export function fixedValue(wrapper: unknown): unknown {
  return isWrapper(wrapper) && !wrapper.useExpression ? wrapper.value : undefined
}

export const isExpression = (wrapper: unknown) => isWrapper(wrapper) && wrapper.useExpression === true

/** An object with only the members of a wrapper. Within fixed lists, plain data of this form counts as a wrapper. */
export function isWrapper(value: unknown): value is Wrapper {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.every((name) => wrapperNames.has(name)) && (names.includes('value') || names.includes('expression'))
}

/** A field of a configuration is a wrapper even when it is still empty. A sort by the field `type` is not a wrapper. */
const isField = (value: object): value is Wrapper => {
  const names = Object.keys(value)
  const hasType = !('type' in value) || configTypes.some((known) => known === value.type)
  return names.length > 0 && hasType && names.every((name) => wrapperNames.has(name))
}

const wrapperNames = new Set(['type', 'value', 'useExpression', 'expression'])

interface Entry {
  key: unknown
  value?: unknown
}

const isEntries = (value: unknown): value is Entry[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'key' in entry)

/** The errors in the wrappers of a configuration, at any depth. */
export function wrapperErrors(config: unknown, pointer: string): FieldError[] {
  if (!isWrapper(config)) {
    if (typeof config !== 'object' || config === null) return []
    return Object.entries(config).flatMap(([name, member]) => wrapperErrors(member, `${pointer}/${name}`))
  }
  if (config.useExpression) {
    const isBlank = (config.expression ?? '').trim() === ''
    return isBlank ? [{ pointer: `${pointer}/expression`, code: 'required', message: 'is required' }] : []
  }
  const { type, value } = config
  const at = `${pointer}/value`
  if (value === undefined || value === null) return []
  if (!isOfType(value, type))
    return [{ pointer: at, code: 'type', message: `must be ${type === 'enum' ? 'string' : type}` }]
  if (type === 'object' && isEntries(value)) {
    return value.flatMap(({ key, value: member }, index) => [
      ...keyErrors(key, `${at}/${index}/key`),
      ...wrapperErrors(isWrapper(member) ? member : null, `${at}/${index}/value`),
    ])
  }
  if (type !== 'array' || !Array.isArray(value)) return []
  return value.flatMap((item, index) => wrapperErrors(isWrapper(item) ? item : null, `${at}/${index}`))
}

function keyErrors(key: unknown, pointer: string): FieldError[] {
  const name = isWrapper(key) ? fixedValue(key) : key
  if (isExpression(key)) return wrapperErrors(key, pointer)
  if (typeof name !== 'string') return [{ pointer, code: 'type', message: 'must be a string' }]
  if (name === '__proto__') return [{ pointer, code: 'forbidden_key', message: 'is not a valid field name' }]
  return []
}

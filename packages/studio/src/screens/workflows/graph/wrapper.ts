/** A value of a step's configuration: fixed, or an expression that is evaluated when the step runs. */
export interface Wrapper {
  type?: ValueType
  value?: unknown
  useExpression?: boolean
  expression?: string | null
}

export const valueTypes = ['string', 'number', 'boolean', 'object', 'array', 'enum', 'any'] as const
export type ValueType = (typeof valueTypes)[number]

/** An entry of an object that is stored as a list of keys and values. */
export interface Entry {
  key: string
  value: Wrapper
}

type Config = Record<string, unknown>

export function isWrapper(value: unknown): value is Wrapper {
  if (!isPlain(value)) return false
  const names = Object.keys(value)
  return names.every((name) => members.has(name)) && (names.includes('value') || names.includes('expression'))
}

const members = new Set(['type', 'value', 'useExpression', 'expression'])

/** The value at a path of a configuration, such as `metadata.cursors.limit`; a plain value, which some paths accept, as a wrapper. */
export function readAt(config: Config | undefined, path: readonly string[]): Wrapper | undefined {
  const found = path.reduce<unknown>((holder, name) => (isPlain(holder) ? holder[name] : undefined), config)
  if (found === undefined || found === null) return undefined
  return isPlain(found) && isUnfilled(found) ? (found as Wrapper) : wrap(found)
}

/** An empty wrapper. A sort by the field `type` is not one. */
const isUnfilled = (found: Config): boolean =>
  Object.entries(found).every(([name, value]) =>
    name === 'type' ? valueTypes.some((known) => known === value) : name === 'useExpression',
  )

/** The configuration with another value at a path; undefined removes it, with parents that become empty. */
export function writeAt(config: Config, [name = '', ...rest]: readonly string[], wrapper: Wrapper | undefined): Config {
  const { [name]: known, ...others } = config
  const inner = rest.length === 0 ? wrapper : emptyless(writeAt(isPlain(known) ? known : {}, rest, wrapper))
  return inner === undefined ? others : { ...config, [name]: inner }
}

const emptyless = (config: Config) => (Object.keys(config).length === 0 ? undefined : config)

/** Sets a fixed value. An empty one is removed. */
export function withValue(wrapper: Wrapper | undefined, type: ValueType, value: unknown): Wrapper | undefined {
  if (value === undefined || value === null || value === '') {
    return wrapper?.expression ? { ...wrapper, type, value: null, useExpression: false } : undefined
  }
  return { type, ...wrapper, value, useExpression: false }
}

export function withExpression(wrapper: Wrapper | undefined, type: ValueType, expression: string): Wrapper {
  return { type, value: null, ...wrapper, useExpression: true, expression }
}

/** Switches between a fixed value and an expression. The text of the other mode is kept for switching back. */
export function toggled(wrapper: Wrapper | undefined, type: ValueType): Wrapper | undefined {
  if (!wrapper?.useExpression) return withExpression(wrapper, type, wrapper?.expression || literal(plainValue(wrapper)))
  return withValue(wrapper, type, wrapper.value)
}

const literal = (value: unknown) => (value === undefined || value === null || value === '' ? '' : JSON.stringify(value))

/** The value of a wrapper that is no expression. */
export function fixedValue(wrapper: unknown): unknown {
  return isWrapper(wrapper) && !wrapper.useExpression ? wrapper.value : undefined
}

/** The entries of an object, stored either as a list or as an object. */
export function entriesOf(wrapper: Wrapper | undefined): Entry[] {
  const value = wrapper?.value
  if (Array.isArray(value))
    return value.filter(isPlain).map(({ key, value: of }) => ({ key: keyOf(key), value: wrap(of) }))
  return isPlain(value) ? Object.entries(value).map(([key, of]) => ({ key, value: wrap(of) })) : []
}

export function withEntries(wrapper: Wrapper | undefined, entries: readonly Entry[]): Wrapper | undefined {
  const lines = entries.length === 0 ? undefined : entries.map(({ key, value }) => ({ key, value }))
  const written = withValue(wrapper, 'object', lines)
  // Entries are read as an object only where the type says so.
  return written && { ...written, type: 'object' }
}

/** A plain value as a wrapper, with its type. */
export function wrap(value: unknown): Wrapper {
  return isWrapper(value) ? value : { type: typeOf(value), value }
}

/** The fixed value of a wrapper, for display on a line; expressions are included as their text. */
export function plainValue(wrapper: Wrapper | undefined): unknown {
  if (!wrapper) return undefined
  if (wrapper.useExpression) return `= ${wrapper.expression ?? ''}`
  if (wrapper.type === 'object' && Array.isArray(wrapper.value)) {
    return Object.fromEntries(entriesOf(wrapper).map(({ key, value }) => [key, plainValue(value)]))
  }
  return wrapper.value
}

export function typeOf(value: unknown): ValueType {
  if (Array.isArray(value)) return 'array'
  if (isPlain(value)) return 'object'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'any'
}

/** Keys may be wrapped, too; a fixed one is shown as its text. */
const keyOf = (key: unknown): string =>
  String((isWrapper(key) ? (key.useExpression ? key.expression : key.value) : key) ?? '')

function isPlain(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

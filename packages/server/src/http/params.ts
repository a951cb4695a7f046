import { type FieldError, Invalid, invalid, knownNames, quoted, shapes } from '@marquee/model'
import { parseJson } from '../base/json.ts'

/** One query parameter: how it is parsed, and how the reference documents it. */
export interface Param<T> {
  schema: object
  description: string
  parse(text: string, at: string): T
  /** The default. */
  default: T
  /** A language, which `routing.ts` checks against those of the broadcast. */
  isLocale?: true
}

export type Params = Record<string, Param<unknown>>
export type ParamValues<P extends Params> = { [N in keyof P]: P[N] extends Param<infer T> ? T : never }

/** Parses a query string. Unknown, repeated and malformed parameters are refused by name. */
export function readParams<P extends Params>(params: P, query: string): ParamValues<P> {
  const values = { ...defaultsOf(params) }
  if (query === '') return values as ParamValues<P>
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [name, text] of pairsOf(query)) {
    try {
      values[name] = readParam(params, name, text, seen)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      errors.push(...error.fieldErrors)
    }
    if (errors.length >= maxErrors) break
  }
  if (errors.length > 0) throw new Invalid(errors)
  return values as ParamValues<P>
}

const maxErrors = 50

function defaultsOf(params: Params): Record<string, unknown> {
  const known = defaults.get(params)
  if (known) return known
  const made = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]))
  defaults.set(params, made)
  return made
}

const defaults = new WeakMap<Params, Record<string, unknown>>()

function readParam(params: Params, name: string, text: string, seen: Set<string>): unknown {
  const at = `?${name.toWellFormed().slice(0, 100)}`
  const param = Object.hasOwn(params, name) ? params[name] : undefined
  if (!param) {
    const message = `${quoted(name.toWellFormed())} is not a parameter here${knownNames(Object.keys(params))}`
    throw invalid(at, 'unknown_parameter', message)
  }
  if (seen.has(name)) throw invalid(at, 'repeated_parameter', 'is given twice')
  seen.add(name)
  if (text.includes('\0')) throw invalid(at, 'format', 'must not contain a NUL character')
  return param.parse(text, at)
}

/** All parameters of a query string as they are; of repeated ones the last. */
export function readQuery(query: string): Record<string, string> {
  const pairs = pairsOf(query)
  if (pairs.flat().some((text) => text.includes('\0'))) throw invalid('?', 'nul', 'must not contain a NUL character')
  if (pairs.some(([name]) => name === '__proto__')) throw invalid('?', 'forbidden_key', 'must not name __proto__')
  return Object.fromEntries(pairs)
}

/** The names and values of a query string. Invalid UTF-8 is refused. */
function pairsOf(query: string): [string, string][] {
  const parts = query.split('&').filter((part) => part !== '')
  return parts.map((part) => {
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    try {
      return [decode(name), at < 0 ? '' : decode(part.slice(at + 1))]
    } catch {
      throw invalid(`?${name.slice(0, 100)}`, 'format', 'must be percent-encoded UTF-8')
    }
  })
}

const decode = (text: string) => (isEncoded.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text)
const isEncoded = /[%+]/

export function integer(options: {
  default: number
  min: number
  max?: number
  clampTo?: number
  description: string
}): Param<number> {
  const { min, max = Number.MAX_SAFE_INTEGER, clampTo = max, description } = options
  return {
    schema: {
      type: 'integer',
      minimum: min,
      ...(options.max !== undefined && { maximum: max }),
      default: options.default,
    },
    description,
    default: options.default,
    parse(text, at) {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
      if (!Number.isSafeInteger(value)) throw invalid(at, 'type', 'must be an integer')
      if (value < min || value > max)
        throw invalid(
          at,
          'range',
          options.max === undefined ? `must be at least ${min}` : `must be from ${min} to ${max}`,
        )
      return Math.min(value, clampTo)
    },
  }
}

export function choice<const V extends string, D extends V | null>(
  values: readonly V[],
  options: { default: D; description: string },
): Param<V | D> {
  return {
    schema: { type: 'string', enum: values, ...(options.default !== null && { default: options.default }) },
    description: options.description,
    default: options.default,
    parse(text, at) {
      const value = values.find((candidate) => candidate === text)
      if (value === undefined) throw invalid(at, 'enum', `must be one of ${values.join(', ')}`)
      return value
    },
  }
}

export function flag(description: string): Param<boolean> {
  return {
    schema: { type: 'boolean', default: false },
    description,
    default: false,
    parse(text, at) {
      if (text !== 'true' && text !== 'false') throw invalid(at, 'type', 'must be true or false')
      return text === 'true'
    },
  }
}

export function text(description: string, maxLength = 500): Param<string | null> {
  return {
    schema: { type: 'string', maxLength },
    description,
    default: null,
    parse(value, at) {
      if (value.length > maxLength && [...value].length > maxLength)
        throw invalid(at, 'max_length', `must have at most ${maxLength} characters`)
      return value
    },
  }
}

/** A language of the broadcast. */
export const locale = (description: string): Param<string | null> => ({
  ...text(description, 35),
  schema: { ...shapes.LanguageTag, description },
  isLocale: true,
})

/** A day of the calendar. Its reader knows the calendar of the broadcast, and refuses what is no day. */
export const day = (description: string): Param<string | null> => ({
  ...text(description, 10),
  schema: { type: 'string', format: 'date', examples: ['2027-07-02'] },
})

/** A day or an instant. */
export const dayOrInstant = (description: string): Param<string | null> => ({
  ...text(description, 64),
  schema: {
    type: 'string',
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    examples: ['2027-07-02', '2027-07-02T18:00:00Z'],
  },
})

/** Names separated by commas, each one of those allowed. */
export function names(allowed: readonly string[], description: string): Param<string[] | undefined> {
  return {
    schema: { type: 'string', examples: [allowed.slice(0, 2).join(',')] },
    description: `${description} Known: ${allowed.map((name) => `\`${name}\``).join(', ')}.`,
    default: undefined,
    parse(value, at) {
      const list = [...new Set(value.split(','))]
      const unknown = list.filter((name) => !allowed.includes(name)).slice(0, maxErrors)
      if (unknown.length === 0) return list
      const message = (name: string) => `${quoted(name)} is not a name here${knownNames(allowed)}`
      throw new Invalid(unknown.map((name) => ({ pointer: at, code: 'unknown_field', message: message(name) })))
    },
  }
}

/** A parameter whose value is JSON. */
export function json(description: string, example: unknown): Param<unknown> {
  return {
    schema: { type: 'string', contentMediaType: 'application/json', examples: [JSON.stringify(example)] },
    description,
    default: undefined,
    parse(value, at) {
      const parsed = parseJson(value)
      if ('fault' in parsed) throw invalid(`${at}${parsed.fault.pointer}`, parsed.fault.code, parsed.fault.message)
      return parsed.value
    },
  }
}

import type { TSchema } from 'typebox'
import { Color } from '../shapes/scalars.ts'
import type { LeadsTo } from '../url-schemes.ts'

/** The parts of a schema that this folder reads. */
export interface Shape extends TSchema {
  title?: string
  description?: string
  type?: string | string[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
  items?: Shape
  oneOf?: readonly Shape[]
  enum?: (string | number | null)[]
  const?: string
  format?: string
  pattern?: string
  examples?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  readOnly?: boolean
  refersTo?: string
  media?: boolean
  leadsTo?: LeadsTo
}

export const colorPattern = (Color as Shape).pattern ?? ''

/** Describes a schema as Markdown for a table cell. Titled shapes have their own section and are linked. */
export function wordsFor(shape: Shape): string {
  const type = [shape.type].flat().find((name) => name !== 'null')
  if (shape.media) return 'media'
  if (shape.title) return link(shape.title)
  if (shape.refersTo) return `${link(shape.refersTo)} id`
  if (shape.const !== undefined) return code(shape.const)
  if (shape.enum) return codes(shape.enum.filter((value) => value !== null).map(String))
  if (shape.items) return `list${range(shape.minItems, shape.maxItems)}: ${wordsFor(shape.items)}`
  if (type === 'object') return objectWords(shape)
  if (type === 'string') return textWords(shape)
  if (type === 'boolean') return '`true`, `false`'
  if (type === undefined) return 'any JSON'
  const above = shape.exclusiveMinimum === undefined ? '' : `, above ${shape.exclusiveMinimum}`
  return `${type === 'integer' ? 'whole number' : 'number'}${above}${range(shape.minimum, shape.maximum)}`
}

function objectWords({ properties, patternProperties, additionalProperties }: Shape): string {
  const [texts] = Object.values(patternProperties ?? {})
  if (texts) return `object by language: ${wordsFor(texts)}`
  if (!properties) {
    return typeof additionalProperties === 'object' ? `object of ${wordsFor(additionalProperties)}` : 'free-form object'
  }
  const members = Object.entries(properties).map(([name, member]) => ({ name, words: wordsFor(member) }))
  const [first] = members
  const isUniform = members.length > 1 && members.every(({ words }) => words === first?.words)
  if (isUniform) return `object with ${codes(members.map(({ name }) => name))}, each ${first?.words}`
  return `object with ${members.map(({ name, words }) => `${code(name)} (${words})`).join(', ')}`
}

function textWords({ pattern, format, examples = [], minLength, maxLength, leadsTo }: Shape): string {
  if (leadsTo) return urls[leadsTo]
  if (pattern === colorPattern) return 'color'
  if (format === 'language-tag') return 'language (BCP 47)'
  if (pattern) return `text matching ${code(pattern)}`
  if (format) return formats[format] ?? format
  return `text${range(minLength, maxLength)}${examples.length > 0 ? `, such as ${codes(examples)}` : ''}`
}

const urls: Record<LeadsTo, string> = {
  web: 'URL (http, https)',
  webOrContact: 'URL (http, https, mailto, tel)',
  webOrPath: 'path, or URL (http, https)',
}

const formats: Record<string, string> = {
  objectId: 'object id',
  'date-time': 'date-time',
  date: 'date',
  'time-zone': 'name of a time zone',
  email: 'e-mail address',
  'idn-hostname': 'host name',
}

function range(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `, at most ${to}`
  if (to === undefined) return `, at least ${from}`
  return from === to ? `, exactly ${to}` : `, ${from} to ${to}`
}

/** Escapes bars, which would end the table cell even inside code. */
export const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
export const codes = (texts: readonly string[]) => texts.map(code).join(', ')
const link = (title: string) => `[${title}](#${title.toLowerCase()})`

import ICAL from 'ical.js'
import type { Collecting } from '../collect.ts'
import { Unreadable } from '../programme.ts'
import type { ContentLine } from './content-lines.ts'

export interface Property {
  name: string
  params: Record<string, string>
  /** As ical.js parsed them, unescaped once. */
  values: unknown[]
  /** As written after the colon. */
  raw: string
  jCal: unknown[]
  at: string
}

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
  at: string
}

/** The components of a calendar. One that is never closed means that the rest of the file is missing, so nothing is read. */
export function componentsOf(lines: ContentLine[], note: Collecting['note']): Component[] {
  const roots: Component[] = []
  const open: Component[] = []
  for (const { text, line } of lines) {
    const at = `line ${line}`
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(text) ?? []
    const parent = open.at(-1)
    if (edge.toUpperCase() === 'BEGIN') {
      if (open.length === maxDepth) throw new Unreadable(`The components are nested more than ${maxDepth} deep.`, at)
      const component = { name: name.toLowerCase(), properties: [], components: [], at }
      ;(parent?.components ?? roots).push(component)
      open.push(component)
    } else if (edge !== '') {
      if (parent?.name !== name.toLowerCase()) throw new Unreadable(`END:${name} closes nothing that is open.`, at)
      open.pop()
    } else if (parent) parent.properties.push(...propertyOf(text, at, note))
    else throw new Unreadable('The line is outside of a calendar.', at)
  }
  const unclosed = open.at(-1)
  if (unclosed)
    throw new Unreadable(`BEGIN:${unclosed.name.toUpperCase()} is never closed; the file is incomplete.`, unclosed.at)
  return roots
}

const maxDepth = 8

function propertyOf(text: string, at: string, note: Collecting['note']): Property[] {
  const written = withoutWrongEscapes(text)
  try {
    // ical.js takes quadratic time for parameters.
    if (written.length - rawValue(written).length > maxHead) throw new Error('it has too many parameters')
    const jCal = ICAL.parse.property(written) as unknown[]
    const [name, params, , ...values] = jCal as [string, Record<string, string>, string, ...unknown[]]
    return [{ name, params, values, raw: rawValue(written), jCal, at }]
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('"')[0]?.trim().slice(0, 100) : ''
    note('damaged_line', `“${text.slice(0, 60)}” cannot be read and is left out: ${reason}.`, at)
    return []
  }
}

const maxHead = 10_000

/** Only `\\ \; \, \n` are escapes; some programs also escape colons and quotes. */
const withoutWrongEscapes = (text: string) =>
  /^(?:SUMMARY|DESCRIPTION|LOCATION|CATEGORIES|COMMENT|CONTACT|NAME|X-)/i.test(text) && text.includes('\\')
    ? text.replaceAll(/\\(.)/gs, (whole, next) => (/[\\;,nN]/.test(next) ? whole : next))
    : text

const rawValue = (text: string) => /^(?:"[^"]*"|[^":])*:(.*)$/s.exec(text)?.[1]?.trim() ?? ''

export const propertiesOf = (component: Component, name: string) =>
  component.properties.filter((property) => property.name === name)

export const propertyNamed = (component: Component, name: string) =>
  component.properties.find((property) => property.name === name)

/** The text of a property. Extensions have no declared type, so ical.js leaves them escaped. */
export function textNamed(component: Component, name: string): string | undefined {
  const property = propertyNamed(component, name)
  const [value] = property?.values ?? []
  if (typeof value !== 'string') return undefined
  return property?.jCal[2] === 'unknown' ? unescaped(value) : value
}

const unescaped = (text: string) =>
  text.replaceAll(/\\([\\;,nN])/g, (_, next) => (next === 'n' || next === 'N' ? '\n' : next))

import { linksOf } from '../addresses.ts'
import type { Collecting, Entry } from '../collect.ts'
import { timeOf } from '../dates/slots.ts'
import { readWritten, type Written } from '../dates/written.ts'
import type { SessionTime } from '../session-time.ts'
import { lineOf, present, textOf } from '../values.ts'
import { isNode, type LinkedNode, typesOf, valuesOf } from './json-ld.ts'
import { linkOf } from './links.ts'

export interface SchemaContext {
  at: string
  timeZone: string
  base?: string | undefined
}

export function textIn(node: LinkedNode, name: string): string | undefined {
  const value = valuesOf(node, name)[0]
  return textOf(isNode(value) ? value['@value'] : value)
}

export function timeIn(node: LinkedNode, timeZone: string): SessionTime | undefined {
  const written = (name: string) => readWritten(textIn(node, name) ?? '')
  const [from, to] = [written('startDate'), written('endDate')]
  const { start, offset } = from
  const day = wholeDay(from)
  if (to.offset === offset) return timeOf({ day, start, end: to.start, endDay: wholeDay(to), offset }, timeZone)
  // An end with another offset is an instant of its own.
  const time = timeOf({ day, start, offset }, timeZone)
  const end = timeOf({ day: wholeDay(to), start: to.start, offset: to.offset }, timeZone)?.start
  return time && { ...time, end: end && time.start && end > time.start ? end : null }
}

function wholeDay({ date }: Written): string | undefined {
  const { year, month, day } = date ?? {}
  return year && month && day ? `${year}-${two(month)}-${two(day)}` : undefined
}

const two = (number: number) => String(number).padStart(2, '0')

export function placeOf(file: Collecting, value: unknown, at: string): Entry | undefined {
  const node = typeof value === 'string' ? { name: value } : value
  if (!isNode(node) || typesOf(node).includes('VirtualLocation')) return undefined
  const address = valuesOf(node, 'address')[0]
  const title = lineOf(textIn(node, 'name') ?? (isNode(address) ? textIn(address, 'addressLocality') : undefined))
  if (title === undefined) return undefined
  const parts = isNode(address)
    ? ['streetAddress', 'postalCode', 'addressLocality'].map((name) => lineOf(textIn(address, name)))
    : [lineOf(address)]
  const description = parts.filter((part) => part !== undefined).join(', ')
  const geo = valuesOf(node, 'geo')[0]
  const [x, y] = isNode(geo) ? [Number(textIn(geo, 'longitude')), Number(textIn(geo, 'latitude'))] : []
  const position = isDegrees(x, 180) && isDegrees(y, 90) ? { x, y } : undefined
  return file.place({ at, fields: present({ title, description: description || undefined, position }) })
}

const isDegrees = (value: number | undefined, limit: number) => value !== undefined && Math.abs(value) <= limit

export function hostOf(file: Collecting, value: unknown, context: SchemaContext): Entry | undefined {
  const { at, base } = context
  const node = typeof value === 'string' ? { name: value } : value
  const title = isNode(node) ? lineOf(textIn(node, 'name')) : undefined
  if (!isNode(node) || title === undefined) return undefined
  const links = [...new Set([...valuesOf(node, 'url'), ...valuesOf(node, 'sameAs')])].map((url) => ({ url }))
  const image = imageOf(file, node, context)
  return file.host({
    at,
    fields: present({
      title,
      subtitle: lineOf(textIn(node, 'jobTitle')),
      description: textIn(node, 'description'),
      links: linksOf(links, { at, note: file.note, base }),
      media: image && { url: image },
    }),
  })
}

export function imageOf(file: Collecting, node: LinkedNode, { at, base }: SchemaContext): string | undefined {
  const value = valuesOf(node, 'image', 'photo', 'thumbnailUrl')[0]
  return linkOf(isNode(value) ? (value.contentUrl ?? value.url) : value, { at, note: file.note, base })
}

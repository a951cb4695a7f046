import { formatInstant } from '../../ui/zoned.ts'

export interface ValueWords {
  language: string
  zone: string
  yes: string
  no: string
  /** The name of a record, if it is known. */
  nameOf(id: string): string | undefined
}

/** A value of the plan as a line of text; empty for none. Ids are shown by name. */
export function valueText(value: unknown, words: ValueWords): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return new Intl.NumberFormat(words.language).format(value)
  if (typeof value === 'string') return stringText(value, words)
  if (Array.isArray(value)) return listText(value, words)
  return objectText(value as Record<string, unknown>, words)
}

function stringText(value: string, { language, zone, nameOf }: ValueWords): string {
  if (isId.test(value)) return nameOf(value) ?? '…'
  if (isInstant.test(value)) return formatInstant(value, zone, language, withDay)
  return withoutTags(value)
}

function listText(values: unknown[], words: ValueWords): string {
  const texts = values.map((one) => valueText(one, words)).filter((text) => text !== '')
  // Names that cannot be read yet are counted.
  const unknown = texts.filter((text) => text === '…').length
  const known = texts.filter((text) => text !== '…')
  return [...known, ...(unknown > 0 ? [known.length > 0 ? `+ ${unknown}` : `${unknown}`] : [])].join(', ')
}

function objectText(value: Record<string, unknown>, words: ValueWords): string {
  if (typeof value.start === 'string' && isInstant.test(value.start)) return timeText(value.start, value.end, words)
  if (typeof value.url === 'string')
    return [value.title ?? value.label, value.url].filter((one) => typeof one === 'string' && one !== '').join(': ')
  return Object.values(value)
    .map((one) => valueText(one, words))
    .filter((text) => text !== '')
    .join(', ')
}

/** `Fri 2 July 2027, 18:00 – 19:00`, with the day of the end only where it differs. */
function timeText(start: string, end: unknown, { zone, language }: ValueWords): string {
  const from = formatInstant(start, zone, language, withDay)
  if (typeof end !== 'string' || !isInstant.test(end)) return from
  const day = (at: string) => formatInstant(at, zone, language, { day: 'numeric', month: 'numeric', year: 'numeric' })
  const isShort = day(start) === day(end) || Date.parse(end) - Date.parse(start) < 18 * 3_600_000
  return `${from} – ${formatInstant(end, zone, language, isShort ? clock : withDay)}`
}

/** Descriptions of other tools are often HTML. */
const withoutTags = (text: string) =>
  text
    .replace(/<(br|\/p|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/\n{2,}/g, '\n')
    .trim()

const clock = { hour: '2-digit', minute: '2-digit' } as const
const withDay = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...clock } as const
const isId = /^[0-9a-f]{24}$/
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

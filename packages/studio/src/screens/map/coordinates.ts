import type { Position } from './pins.ts'

/** Coordinates as maps write them: latitude first. */
export const coordinatesOf = ({ x, y }: Position) => `${y}, ${x}`

/**
 * Reads coordinates that were typed or pasted: decimals, degrees with minutes and seconds, or a link of OpenStreetMap, Google
 * or Apple. Undefined when there are none, as in shortened links.
 */
export function readCoordinates(text: string): Position | undefined {
  const trimmed = text.trim()
  if (/^(?:https?|geo):/i.test(trimmed)) return inLink(trimmed)
  return inText(trimmed)
}

/** Six decimals are about ten centimeters. */
export const roundedDegrees = (degrees: number) => Number(degrees.toFixed(6)) + 0

function inLink(text: string): Position | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, hash, searchParams, protocol } = new URL(text)
  if (protocol === 'geo:') return inText(pathname.split(';')[0] ?? '')
  const path = safelyDecoded(pathname)
  const value = (name: string) => searchParams.get(name) ?? ''
  const candidates = [
    `${value('mlat')}, ${value('mlon')}`,
    ...['ll', 'coordinate', 'q', 'query', 'destination', 'daddr'].map((name) => value(name).replace(/^loc:/, '')),
    // Google: the pin of a place, which is not the middle of the map.
    pairIn(path, /!3d(-?[\d.]+)!4d(-?[\d.]+)/),
    pairIn(path, /@(-?[\d.]+),(-?[\d.]+)/),
    pairIn(path, /\/(?:search|place|dir)\/(-?\d+\.\d+),[\s+]*(-?\d+\.\d+)/),
    pairIn(hash, /map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/),
  ]
  return candidates.map(inText).find((one) => one !== undefined)
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const pairIn = (text: string, pattern: RegExp) => pattern.exec(text)?.slice(1, 3).join(', ') ?? ''

function inText(text: string): Position | undefined {
  const found = pairPattern.exec(text.replaceAll(/[−–]/g, '-'))
  if (!found) return undefined
  const [first, second] = [angleOf(found.slice(1, 6)), angleOf(found.slice(6, 11))]
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  // Without letters the latitude is first.
  const isSwapped = first.axis === 'x' || second.axis === 'y'
  const [latitude, longitude] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  return { x: roundedDegrees(longitude), y: roundedDegrees(latitude) }
}

/** A letter before or after, degrees, minutes, seconds. West is O in French and Spanish. */
const letter = '([NSEWO])?'
const number = '\\d{1,3}(?:[.,]\\d+)?'
const angle = `${letter}\\s*([+-]?${number})\\s*[°º]?\\s*(?:(${number})\\s*[′’']\\s*)?(?:(${number})\\s*(?:[″”"]|''|’’|′′)\\s*)?${letter}`
const pairPattern = new RegExp(`^${angle}(?:\\s*[,;/]\\s*|\\s+|(?<=[NSEWO]))${angle}$`, 'i')

function angleOf([before, degrees = '', minutes = '', seconds = '', after]: (string | undefined)[]) {
  const value = (text: string) => Number(text.replace(',', '.'))
  const mark = (before ?? after ?? '').toUpperCase()
  const size = Math.abs(value(degrees)) + value(minutes) / 60 + value(seconds) / 3_600
  const isNegative = degrees.startsWith('-') !== ['S', 'W', 'O'].includes(mark)
  const axis = mark === '' ? undefined : ['N', 'S'].includes(mark) ? ('y' as const) : ('x' as const)
  return { degrees: isNegative ? -size : size, axis }
}

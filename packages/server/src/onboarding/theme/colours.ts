/** An opaque color; each part is an integer from 0 to 255. */
export interface Rgb {
  r: number
  g: number
  b: number
}

/** Parses a CSS color. Mostly transparent ones are refused. */
export function parseColour(text: string): Rgb | undefined {
  const word = text.trim().toLowerCase()
  if (word.startsWith('#')) return fromHex(word.slice(1))
  const call = /^(rgba?|hsla?|oklch)\(([^()]{1,80})\)$/.exec(word)
  return call ? fromFunction(call[1] ?? '', call[2] ?? '') : fromHex(namedColours[word]?.slice(1) ?? '')
}

export const hexOf = ({ r, g, b }: Rgb) => `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Parses a hex color that we generated. */
export function rgbOf(hex: string): Rgb {
  return parseColour(hex) ?? { r: 0, g: 0, b: 0 }
}

/** Interpolates between two colors: 0 is the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (a: number, b: number) => Math.round(a + (b - a) * share)
  return { r: between(from.r, to.r), g: between(from.g, to.g), b: between(from.b, to.b) }
}

/** The saturation of a color, 0 to 1. */
export const vividness = ({ r, g, b }: Rgb) => (Math.max(r, g, b) - Math.min(r, g, b)) / 255

/** The hue of a color, in degrees. */
export function hueOf({ r, g, b }: Rgb): number {
  const high = Math.max(r, g, b)
  const spread = high - Math.min(r, g, b)
  if (spread === 0) return 0
  const sixth = high === r ? ((g - b) / spread + 6) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return sixth * 60
}

/** The approximate perceived difference of two colors: 0 to 765. */
export function distance(one: Rgb, other: Rgb): number {
  const redMean = (one.r + other.r) / 2
  const [r, g, b] = [one.r - other.r, one.g - other.g, one.b - other.b]
  return Math.sqrt((2 + redMean / 256) * r * r + 4 * g * g + (2 + (255 - redMean) / 256) * b * b)
}

/** The same color with another hue. */
export function turned(colour: Rgb, degrees: number): Rgb {
  const high = Math.max(colour.r, colour.g, colour.b)
  const low = Math.min(colour.r, colour.g, colour.b)
  const lightness = (high + low) / 510
  const saturation = high === low ? 0 : (high - low) / 255 / (1 - Math.abs(2 * lightness - 1))
  return fromHsl(hueOf(colour) + degrees, saturation, lightness)
}

export const white: Rgb = { r: 255, g: 255, b: 255 }
export const black: Rgb = { r: 0, g: 0, b: 0 }

function fromHex(digits: string): Rgb | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [r = 0, g = 0, b = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return alpha < 128 ? undefined : { r, g, b }
}

function fromFunction(name: string, inside: string): Rgb | undefined {
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '')
  const [first = '', second = '', third = '', alpha = '1'] = parts
  if (parts.length < 3 || share(alpha, 1) < 0.5) return undefined
  const colour = name.startsWith('rgb')
    ? {
        r: Math.round(share(first, 255) * 255),
        g: Math.round(share(second, 255) * 255),
        b: Math.round(share(third, 255) * 255),
      }
    : name === 'oklch'
      ? fromOklch(share(first, 1), second.endsWith('%') ? share(second, 1) * 0.4 : Number(second), degrees(third))
      : fromHsl(degrees(first), share(second, 100), share(third, 100))
  return [colour.r, colour.g, colour.b].every(Number.isFinite) ? clamped(colour) : undefined
}

/** A component of a color as 0 to 1: a percentage, or a number out of `whole`. */
function share(text: string, whole: number): number {
  const number = Number.parseFloat(text)
  return text.endsWith('%') ? number / 100 : number / whole
}

function degrees(text: string): number {
  const number = Number.parseFloat(text)
  return text.endsWith('turn') ? number * 360 : text.endsWith('rad') ? (number * 180) / Math.PI : number
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return clamped({ r: part(0), g: part(8), b: part(4) })
}

/** Conversion of CSS Color 4 from OKLCH through OKLab and linear light to sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const encoded = (linear: number) =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))
  return {
    r: encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  }
}

function clamped({ r, g, b }: Rgb): Rgb {
  const within = (part: number) => Math.min(255, Math.max(0, Math.round(part)))
  return { r: within(r), g: within(g), b: within(b) }
}

/** The names that style sheets of real sites use; the other hundred are rare. */
const namedColours: Record<string, string> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  teal: '#008080',
  purple: '#800080',
  maroon: '#800000',
  olive: '#808000',
  orange: '#ffa500',
  gold: '#ffd700',
  yellow: '#ffff00',
  crimson: '#dc143c',
  tomato: '#ff6347',
  coral: '#ff7f50',
  salmon: '#fa8072',
  indigo: '#4b0082',
  rebeccapurple: '#663399',
  royalblue: '#4169e1',
  steelblue: '#4682b4',
  darkblue: '#00008b',
  darkred: '#8b0000',
  darkgreen: '#006400',
  firebrick: '#b22222',
  hotpink: '#ff69b4',
  deeppink: '#ff1493',
  turquoise: '#40e0d0',
  beige: '#f5f5dc',
  ivory: '#fffff0',
  whitesmoke: '#f5f5f5',
  grey: '#808080',
  gray: '#808080',
  silver: '#c0c0c0',
  lightgrey: '#d3d3d3',
  lightgray: '#d3d3d3',
  darkgrey: '#a9a9a9',
  darkgray: '#a9a9a9',
}

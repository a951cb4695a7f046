/** The WCAG contrast of a text on a background, from 1 to 21. Transparent colors are blended with the background first. */
export function contrastOf(text: string, ground: string): number {
  const below = parse(ground)
  const above = parse(text)
  if (!below || !above) return 1
  const [one, other] = [luminance(over(above, below)), luminance(below)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The minimum contrast of WCAG AA for text of ordinary size. */
export const readable = 4.5

/** The nearest color of the same hue that is readable on the background; black or white when the hue has none. */
export function madeReadable(text: string, ground: string, wanted = readable): string {
  const color = parse(text)
  if (!color || contrastOf(text, ground) >= wanted) return text
  const candidates = [black, white].flatMap((end) => {
    for (let share = 0.02; share <= 1; share += 0.02) {
      const moved = hex(mixed(color, end, share))
      if (contrastOf(moved, ground) >= wanted) return [{ moved, share }]
    }
    return []
  })
  const [nearest] = candidates.sort((one, other) => one.share - other.share)
  return nearest?.moved ?? textOn(ground)
}

/** Black or white, whichever has more contrast. */
export function textOn(ground: string): string {
  return contrastOf('#ffffff', ground) >= contrastOf('#1a1a1a', ground) ? '#ffffff' : '#1a1a1a'
}

export function isDark(color: string): boolean {
  const parsed = parse(color)
  return parsed !== undefined && luminance(parsed) < 0.18
}

/** Blends a color with a share of another. */
export function mix(color: string, other: string, share: number): string {
  const [one, two] = [parse(color), parse(other)]
  return one && two ? hex(mixed(one, two, share)) : color
}

/** Whether a value is a hex color, which is safe in a style; records may contain any text. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && parse(value) !== undefined

interface Rgba {
  red: number
  green: number
  blue: number
  alpha: number
}

const black: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 }
const white: Rgba = { red: 255, green: 255, blue: 255, alpha: 1 }

function parse(color: string): Rgba | undefined {
  if (!/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(color)) return undefined
  const digits = color.slice(1)
  const pairs = digits.length <= 4 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  return { red, green, blue, alpha: alpha / 255 }
}

function luminance({ red, green, blue }: Rgba): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const mixed = (one: Rgba, other: Rgba, share: number): Rgba => ({
  red: one.red + (other.red - one.red) * share,
  green: one.green + (other.green - one.green) * share,
  blue: one.blue + (other.blue - one.blue) * share,
  alpha: 1,
})

const over = (above: Rgba, below: Rgba): Rgba => mixed(below, above, above.alpha)

const hex = ({ red, green, blue }: Rgba) =>
  `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

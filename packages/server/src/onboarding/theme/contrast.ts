import { black, mix, type Rgb, white } from './colours.ts'

/** The minimum contrast of normal text in WCAG 2, level AA. */
export const readableContrast = 4.5

/** The contrast ratio of two colors as WCAG 2 defines it, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** The relative luminance of a color, 0 to 1. */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/**
 * The color closest to the wanted one that is readable on all these backgrounds: it is mixed with black or white, whichever contrasts more,
 * no more than necessary.
 */
export function readableOn(grounds: Rgb[], wanted: Rgb): Rgb {
  const worst = (colour: Rgb) => Math.min(...grounds.map((ground) => contrast(colour, ground)))
  if (worst(wanted) >= readableContrast) return wanted
  const end = worst(white) > worst(black) ? white : black
  for (let step = 1; step < steps; step++) {
    const colour = mix(wanted, end, step / steps)
    if (worst(colour) >= readableContrast) return colour
  }
  return end
}

const steps = 40

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

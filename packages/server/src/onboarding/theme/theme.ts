import { black, distance, hexOf, hueOf, mix, parseColour, type Rgb, turned, vividness, white } from './colours.ts'
import { contrast, luminance, readableContrast, readableOn } from './contrast.ts'

/** The colors of a site, as hex strings, by source. */
export interface ColoursFound {
  /** Declared: theme-color, the manifest, the color of a pinned tab. */
  declared: string[]
  /** Custom properties of its style sheets, by name. */
  variables: { name: string; colour: string }[]
  /** How often each color occurs in its style sheets. */
  frequent: { colour: string; count: number }[]
  /** The share of each color in the logo. */
  logo: { colour: string; share: number }[]
  background?: string | undefined
  text?: string | undefined
}

/** The colors of an app. Every text color has enough contrast with its background. */
export interface Palette {
  background: string
  surface: string
  text: string
  quietText: string
  title: string
  primary: string
  onPrimary: string
  bar: string
  onBar: string
  barAccent: string
  /** For labels of categories: each has enough contrast with white text. */
  labels: string[]
}

/** A palette from the colors of a site: its own background and brand color, and readable text colors. */
export function paletteOf(found: ColoursFound): Palette {
  const background = backgroundOf(found)
  const isDark = luminance(background) < 0.2
  const surface = isDark ? mix(background, white, 0.08) : mix(background, white, 0.75)
  const grounds = [background, surface]
  const brand = brandsOf(found, isDark)
  const primary = brand[0] ?? fallbackBrand
  const accent = brand.find((colour) => hueGap(colour, primary) > 25) ?? primary
  const ink = isDark ? white : mix(black, primary, 0.12)
  const wantedText = colourOf(found.text)
  const text = readableOn(
    grounds,
    wantedText && Math.abs(luminance(wantedText) - luminance(background)) > 0.35 ? wantedText : ink,
  )
  // Dark enough for white text, so that bars look alike on every site.
  const bar = isDark ? surface : readableOn([white], primary)
  const palette = {
    background,
    surface,
    text,
    quietText: readableOn(grounds, mix(text, background, 0.3)),
    title: readableOn(grounds, vividness(primary) > 0.15 ? primary : text),
    primary,
    onPrimary: inkOn(primary),
    bar,
    onBar: inkOn(bar),
    barAccent: distance(accent, bar) > 120 ? readableOn([bar], accent) : inkOn(bar),
  }
  return { ...hexes(palette), labels: labelsOf(primary, accent) }
}

/** The text colors of a palette with their backgrounds. */
export function textPairs(palette: Palette): { text: string; ground: string }[] {
  const { background, surface, text, quietText, title, primary, onPrimary, bar, onBar, barAccent, labels } = palette
  return [
    ...[text, quietText, title].flatMap((one) => [
      { text: one, ground: background },
      { text: one, ground: surface },
    ]),
    { text: onPrimary, ground: primary },
    { text: onBar, ground: bar },
    { text: barAccent, ground: bar },
    ...labels.map((label) => ({ text: '#ffffff', ground: label })),
  ]
}

/** The theme of a broadcast with these colors. */
export function themeOf(palette: Palette, { logo, fontId }: { logo?: unknown; fontId?: string | undefined }) {
  const fontRef = (weight: number) => ({ ...(fontId && { fontHolderId: fontId }), weight, style: 'normal' })
  const style = (weight: number, fontSize: number, color: string) => ({ fontRef: fontRef(weight), fontSize, color })
  return {
    ...(logo !== undefined && { logo }),
    backgroundColor: palette.background,
    accentColor: palette.text,
    primaryBackgroundColor: palette.primary,
    primaryAccentColor: palette.onPrimary,
    surfaceBackgroundColor: palette.surface,
    surfaceAccentColor: palette.text,
    // Anything less lets an image show through, and the contrast is unknown.
    surfaceOpacity: 1,
    surfaceDecoration: 'shadow',
    strokeWidth: 1.5,
    borderRadius: 14,
    fontRef: fontRef(400),
    iconFamily: 'lucide',
    titleTextStyle: style(700, 24, palette.title),
    subtitleTextStyle: style(600, 17, palette.quietText),
    bodyTextStyle: style(400, 16, palette.text),
    buttonTextStyle: style(600, 16, palette.onPrimary),
  }
}

/** The site's own background, if it is suitable for text: medium brightness suits neither dark text nor light. */
function backgroundOf({ background, text }: ColoursFound): Rgb {
  const own = colourOf(background)
  if (own && (luminance(own) <= 0.06 || luminance(own) >= 0.6)) return own
  const ink = colourOf(text)
  const isDark = own ? luminance(own) < 0.3 : ink !== undefined && luminance(ink) > 0.7
  if (!isDark) return white
  return own ? mix(own, black, 0.75) : { r: 18, g: 18, b: 22 }
}

/** Candidates for the brand color, most likely first. Grays are excluded. */
function brandsOf({ declared, variables, frequent, logo }: ColoursFound, isDark: boolean): Rgb[] {
  const most = Math.max(1, ...frequent.map(({ count }) => count))
  const votes = [
    ...declared.map((text) => ({ text, weight: 4 })),
    ...variables.map(({ name, colour }) => ({ text: colour, weight: variableWeight(name) })),
    ...frequent.map(({ colour, count }) => ({ text: colour, weight: 3 * (Math.log1p(count) / Math.log1p(most)) })),
    ...logo.map(({ colour, share }) => ({ text: colour, weight: 1 + 4 * share })),
  ]
  const groups: { colour: Rgb; weight: number; best: number }[] = []
  for (const { text, weight } of votes) {
    const colour = colourOf(text)
    if (!colour || vividness(colour) < 0.12 || weight <= 0) continue
    const group = groups.find((one) => distance(one.colour, colour) < 40)
    if (!group) groups.push({ colour, weight, best: weight })
    else {
      group.weight += weight
      if (weight > group.best) Object.assign(group, { colour, best: weight })
    }
  }
  // A color with little contrast to the background may be a tint of it, and is no brand color.
  const standsOut = (colour: Rgb) => (isDark ? luminance(colour) > 0.08 : luminance(colour) < 0.6)
  const scored = groups.map(({ colour, weight }) => ({
    colour,
    score: weight * (0.4 + vividness(colour)) * (standsOut(colour) ? 1 : 0.4),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const close = scored.filter(({ score }) => score >= best * 0.35)
  return close.sort((a, b) => b.score - a.score).map(({ colour }) => colour)
}

/** White where it is readable, else almost black; never a gray in between. */
const inkOn = (ground: Rgb) =>
  contrast(white, ground) >= readableContrast ? white : readableOn([ground], mix(black, ground, 0.12))

function variableWeight(name: string): number {
  if (/success|danger|warning|error|info|link-visited|shadow|border|gray|grey|muted|facebook|twitter/.test(name))
    return 0
  if (/^--(?:bs-|wp--preset--color--)?(?:primary|brand|accent|main|theme|couleur|principal)/.test(name)) return 4
  if (/primary|brand|accent|main|highlight|secondary|theme|couleur|principal/.test(name)) return 2.5
  return name.startsWith('--bs-') || name.startsWith('--wp--preset') ? 0 : 0.5
}

/** Six colors that match the brand and each other, around the color wheel. */
function labelsOf(primary: Rgb, accent: Rgb): string[] {
  const colourful = vividness(primary) > 0.25 ? primary : fallbackBrand
  const others = [60, 120, 180, 240, 300].map((degrees) => turned(colourful, degrees))
  return [primary, ...(accent === primary ? [] : [accent]), ...others]
    .slice(0, 6)
    .map((colour) => hexOf(readableOn([white], colour)))
}

function hueGap(one: Rgb, other: Rgb): number {
  const gap = Math.abs(hueOf(one) - hueOf(other))
  return Math.min(gap, 360 - gap)
}

const colourOf = (text: string | undefined) => (text === undefined ? undefined : parseColour(text))
const hexes = <K extends string>(colours: Record<K, Rgb>) =>
  Object.fromEntries(Object.entries<Rgb>(colours).map(([name, colour]) => [name, hexOf(colour)])) as Record<K, string>

/** A deep blue, for sites without any color. */
const fallbackBrand: Rgb = { r: 38, g: 70, b: 140 }

import sharp from 'sharp'
import { hexOf, parseColour } from './colours.ts'

export interface ImageRead {
  width: number
  height: number
  /** The share of each color, largest first. */
  colours: { colour: string; share: number }[]
}

/** The size of an image and its colors; undefined for an image that cannot be shown. */
export async function readImage(bytes: Buffer): Promise<ImageRead | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false }).timeout({
      seconds: 10,
    })
    const { width = 0, height = 0, format } = await image.metadata()
    if (width < 1 || height < 1) return undefined
    if (format === 'svg') return { width, height, colours: coloursOfSvg(bytes.toString('utf8')) }
    const small = await image.resize(64, 64, { fit: 'inside' }).ensureAlpha().toColourspace('srgb').raw().toBuffer()
    return { width, height, colours: coloursOfPixels(small) }
  } catch {
    return undefined
  }
}

const maxPixels = 50_000_000
const maxColours = 8

/** Similar colors are grouped; a group is represented by its mean. */
function coloursOfPixels(pixels: Buffer): ImageRead['colours'] {
  const bins = new Map<number, { r: number; g: number; b: number; count: number }>()
  let total = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    total += 1
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, count: 0 }
    bins.set(key, { r: bin.r + r, g: bin.g + g, b: bin.b + b, count: bin.count + 1 })
  }
  return [...bins.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxColours)
    .map(({ r, g, b, count }) => ({
      colour: hexOf({ r: Math.round(r / count), g: Math.round(g / count), b: Math.round(b / count) }),
      share: count / total,
    }))
}

/** An SVG names its colors, but not how much area each covers. */
function coloursOfSvg(text: string): ImageRead['colours'] {
  const counts = new Map<string, number>()
  const named = text
    .slice(0, 500_000)
    .matchAll(/(?:fill|stroke|stop-color|color)\s*[:=]\s*["']?\s*(#[0-9a-f]{3,8}|rgba?\([^)]{1,60}\)|[a-z]{3,20})/gi)
  for (const found of named) {
    const colour = parseColour(found[1] ?? '')
    if (colour) counts.set(hexOf(colour), (counts.get(hexOf(colour)) ?? 0) + 1)
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxColours)
    .map(([colour, count]) => ({ colour, share: count / total }))
}

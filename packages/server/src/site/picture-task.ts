import type { PictureFacts } from '@marquee/app/rendering'
import { lettered } from './lettering.ts'

/** An icon of the site, or the card of a page that link previews show. */
export type PictureShape = { type: 'icon'; size: number; isMaskable: boolean } | { type: 'card' }

export interface PictureTask {
  shape: PictureShape
  facts: PictureFacts
  /** The bytes of the logo, when they are the service's own. */
  logo: Uint8Array | undefined
}

export async function drawPicture({ shape, facts, logo }: PictureTask): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const picture = shape.type === 'card' ? card(facts, logo !== undefined) : icon(facts, shape, logo !== undefined)
  const mark = logo && (await fittedLogo(logo, picture.logo))
  return sharp(Buffer.from(picture.svg))
    .composite(mark ? [mark] : [])
    .png({ compressionLevel: 9, palette: shape.type === 'icon' })
    .toBuffer()
}

/** A box in pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Drawing {
  svg: string
  logo: Box
}

/** The logo on the background of the theme, or the first letter of the name. */
function icon(
  { name, background, primary, primaryText }: PictureFacts,
  shape: { size: number; isMaskable: boolean },
  hasLogo: boolean,
): Drawing {
  const { size, isMaskable } = shape
  const inset = Math.round(size * (isMaskable ? 0.2 : 0.08))
  const inner = size - 2 * inset
  const [letter] = hasLogo ? [] : (lettered([...name][0]?.toUpperCase() ?? '·', size * 0.56, size, 1) ?? [])
  const drawn = letter
    ? `<path transform="translate(${(size - letter.width) / 2} ${size * 0.7})" d="${letter.path}" fill="${primaryText}"/>`
    : ''
  const ground = hasLogo ? background : primary
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${isMaskable ? 0 : size * 0.2}" fill="${ground}"/>${drawn}</svg>`
  return { svg, logo: { left: inset, top: inset, width: inner, height: inner } }
}

/** Title and detail on the colors of the theme, with waves of its primary color and the logo. */
function card({ name, title, detail, background, text, primary }: PictureFacts, hasLogo: boolean): Drawing {
  const lines = lettered(title, 76, 1_000, 3) ?? []
  const [small] = lettered(detail, 34, 1_000, 1) ?? []
  const [site] = lettered(name, 34, 800, 1) ?? []
  const top = 330 - lines.length * 42
  const placed = (line: { path: string } | undefined, x: number, y: number, fill: string) =>
    line ? `<path transform="translate(${x} ${y})" d="${line.path}" fill="${fill}"/>` : ''
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${background}"/>`,
    `<path d="M0 560 Q150 500 300 560 T600 560 T900 560 T1200 560 V630 H0 Z" fill="${primary}" opacity="0.35"/>`,
    `<path d="M0 590 Q150 545 300 590 T600 590 T900 590 T1200 590 V630 H0 Z" fill="${primary}"/>`,
    ...lines.map((line, index) => placed(line, 80, top + index * 92, text)),
    placed(small, 80, top + lines.length * 92 - 20, text),
    placed(title === name ? undefined : site, hasLogo ? 210 : 80, 120, text),
    '</svg>',
  ].join('')
  return { svg, logo: { left: 80, top: 50, width: 110, height: 110 } }
}

async function fittedLogo(bytes: Uint8Array, { left, top, width, height }: Box) {
  const { default: sharp } = await import('sharp')
  const input = await sharp(bytes, { limitInputPixels: 40_000_000, density: 300 })
    .resize({ width, height, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch(() => undefined)
  return input && { input, left, top }
}

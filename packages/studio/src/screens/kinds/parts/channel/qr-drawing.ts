import { encode } from 'uqr'

/** A QR code as squares: its size, with the quiet zone that scanners need, and the path of the dark ones. */
export interface QrDrawing {
  size: number
  path: string
}

/** Level M is readable with up to 15 % of it dirty or torn, as on a poster. */
export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}

export const svgFile = ({ size, path }: QrDrawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`

/** Whole pixels for every square, so that edges stay sharp; the rest is white. */
export function pngFile({ size, path }: QrDrawing): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = pngPixels
  canvas.height = pngPixels
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pngPixels, pngPixels)
  const scale = Math.floor(pngPixels / size)
  const margin = Math.floor((pngPixels - scale * size) / 2)
  context.setTransform(scale, 0, 0, scale, margin, margin)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const pngPixels = 1_024

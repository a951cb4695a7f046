/** A point of the map, in pixels. */
export type Point = readonly [x: number, y: number]

export const group = (attributes: string, ...content: string[]) => `<g ${attributes}>${content.join('')}</g>`

/** Moves the origin of the content to a point. */
export const at = ([x, y]: Point, ...content: string[]) => group(`transform="translate(${x} ${y})"`, ...content)

export const turned = ([x, y]: Point, degrees: number, ...content: string[]) =>
  group(`transform="translate(${x} ${y}) rotate(${degrees})"`, ...content)

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`

export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

/** Text in the sans-serif typeface of the reader's system. */
export const words = ([x, y]: Point, text: string, size: number, fill: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${fill}" ${more}>${text}</text>`

/** Parses a compact list of points: `40,60 120,330`. */
export const points = (text: string): Point[] =>
  text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })

/** The same drawing several times, by its number from 0. */
export const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

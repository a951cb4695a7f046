import type { CategoryKey } from '../categories.ts'
import { palette } from '../palette.ts'
import { allPlaces } from '../places/all.ts'
import { at, circle, line, points, rect, shape } from './shapes.ts'

const { coral, gorse, heather, moss, night, rose, sea, shell, slate, sun } = palette

/** The installations of the festival, at the positions from the tables of places. */
export function furniture(): string {
  return [
    tents(),
    ...allPlaces.map(({ category, x, y }) => {
      const draw = glyphs[category]
      return draw ? at([x, y], draw()) : ''
    }),
  ].join('')
}

export const glyphs: Partial<Record<CategoryKey, () => string>> = {
  food: () => stall(gorse, sun),
  bar: () => stall(rose, '#F2C4D3'),
  exhibitor: () => stall(heather, '#DCC6E4'),
  water: () => pad(sea, shape('M0 -9 C5 -2 7 1 7 4 A7 7 0 0 1 -7 4 C-7 1 -5 -2 0 -9 Z', shell)),
  toilets: () => pad(slate, rect(-7, -7, 5, 14, shell, 'rx="2"') + rect(2, -7, 5, 14, shell, 'rx="2"')),
  care: () => pad(coral, rect(-2.5, -8, 5, 16, shell) + rect(-8, -2.5, 16, 5, shell)),
  access: () => platform(),
  info: () => pad(night, circle(0, -6, 2.5, shell) + rect(-2, -1.5, 4, 10, shell, 'rx="2"')),
  transport: () =>
    pad(slate, rect(-8, -6, 16, 10, shell, 'rx="3"') + circle(-4, 6, 2.2, shell) + circle(4, 6, 2.2, shell)),
  camping: () => pad(moss, shape('M0 -8 L9 7 H-9 Z', shell) + shape('M0 0 L4 7 H-4 Z', moss)),
}

function stall(dark: string, light: string): string {
  const stripes = [-18, -6, 6].map((x) => rect(x, -14, 6, 24, light))
  return [
    rect(-17, -10, 38, 26, '#000', 'rx="3" opacity="0.16"'),
    rect(-20, -14, 40, 24, dark, 'rx="3"'),
    ...stripes,
    line('M-20 10 q5 6 10 0 t10 0 t10 0 t10 0', dark, 3),
  ].join('')
}

const pad = (color: string, symbol: string) =>
  circle(2, 3, 15, '#000', 'opacity="0.16"') + circle(0, 0, 15, shell) + circle(0, 0, 12.5, color) + symbol

function platform(): string {
  return [
    rect(-18, -12, 40, 30, '#000', 'rx="3" opacity="0.16"'),
    rect(-21, -15, 40, 30, '#C8D6DF', `rx="3" stroke="${night}" stroke-width="2.5"`),
    line('M-13 9 L-5 -9 M-3 9 L5 -9 M7 9 L13 -5', night, 2, 'opacity="0.5"'),
  ].join('')
}

function tents(): string {
  const colors = [coral, sun, sea, heather, '#E58A4E', moss]
  const big = points(
    '1310,160 1345,175 1300,205 1340,220 1375,205 1310,250 1350,262 1390,250 1425,200 1420,245 1350,300 1390,300 1425,290 1340,140',
  )
  const calm = points('1480,110 1520,100 1550,130 1490,160 1535,170 1475,210 1550,260 1490,260 1520,300')
  const vans = points('1370,70 1410,76 1370,102 1410,106 1300,60')
  return [
    ...[...big, ...calm].map((spot, index) =>
      at(
        spot,
        rect(-11, -7, 28, 20, '#000', 'rx="3" opacity="0.14"'),
        shape('M-14 -10 H14 V10 H-14 Z', colors[index % colors.length] ?? coral),
        shape('M-14 -10 L0 0 L-14 10 Z M14 -10 L0 0 L14 10 Z', shell, 'opacity="0.35"'),
      ),
    ),
    ...vans.map((spot) =>
      at(
        spot,
        rect(-13, -6, 30, 18, '#000', 'rx="4" opacity="0.14"'),
        rect(-16, -9, 32, 18, shell, `rx="4" stroke="${slate}" stroke-width="2"`),
        rect(8, -6, 5, 12, sea, 'rx="1"'),
      ),
    ),
  ].join('')
}

import { type CategoryKey, category } from '../categories.ts'
import { palette } from '../palette.ts'
import { stages } from '../places/stages.ts'
import { halves } from '../text.ts'
import { glyphs } from './furniture.ts'
import { at, circle, line, rect, shape, words } from './shapes.ts'

const { coral, night, sand, sea, shell } = palette

/** The legend of the map: place names, symbols, north arrow and scale. */
export function legend(): string {
  return [names(), stageNames(), signs(), compass(), scale()].join('')
}

function names(): string {
  const italic = 'font-style="italic" letter-spacing="3" text-anchor="middle"'
  return [
    words([160, 480], 'Baie de Galvenn', 24, sea, italic),
    words([520, 412], 'Vieux port', 17, sea, italic),
    words([1440, 905], 'Grande Grève', 18, '#7A5B1E', `${italic} transform="rotate(5 1440 905)"`),
    words([726, 30], 'Port-Galvenn', 20, night, 'font-style="italic" letter-spacing="2" text-anchor="middle"'),
    words([1125, 362], 'Salines', 15, '#3F5B2C', italic),
    words([330, 30], 'Pointe du Feu', 16, '#3F5B2C', 'font-style="italic" letter-spacing="2" text-anchor="middle"'),
  ].join('')
}

function signs(): string {
  const keys: CategoryKey[] = [
    'stage',
    'food',
    'bar',
    'exhibitor',
    'camping',
    'water',
    'toilets',
    'care',
    'access',
    'info',
    'transport',
  ]
  const entries = keys.map((key, index) => {
    const [column, row] = index < 5 ? [0, index] : [1, index - 5]
    return at([40 + column * 250, 66 + row * 37], sign(key), words([34, 5], category(key).title.fr, 15, night))
  })
  return at(
    [24, 712],
    rect(5, 6, 500, 272, '#000', 'rx="14" opacity="0.14"'),
    rect(0, 0, 500, 272, sand, 'rx="14"'),
    words([20, 33], 'Grande Étale', 21, coral, 'font-weight="bold"'),
    words([480, 33], '2, 3 et 4 juillet 2027', 16, night, 'text-anchor="end"'),
    ...entries,
  )
}

function stageNames(): string {
  return stages
    .map(({ name, x, y, text }) => {
      const [title] = halves(text, 'fr')
      const width = title.length * 8.4 + 22
      return at(
        [x, y + (labelDrop[name] ?? 60)],
        rect(-width / 2, -13, width, 25, night, 'rx="12.5"'),
        words([0, 5], title, 14, shell, 'font-weight="bold" text-anchor="middle"'),
      )
    })
    .join('')
}

/** The distance of a stage's name below its centre, where its building does not have the usual height. */
const labelDrop: Record<string, number> = { jetty: 82, dune: 58, 'fish-hall': 40, chapel: 56 }

function sign(key: CategoryKey): string {
  const star =
    circle(0, 0, 15, shell) +
    circle(0, 0, 12.5, coral) +
    shape('M0 -9 L2.6 -3 L9 -2.6 L4 1.6 L5.6 8 L0 4.4 L-5.6 8 L-4 1.6 L-9 -2.6 L-2.6 -3 Z', shell)
  return (glyphs[key] ?? (() => star))()
}

function compass(): string {
  return at(
    [70, 92],
    circle(0, 0, 40, sand, 'opacity="0.9"'),
    shape('M0 -34 L9 0 L0 -6 L-9 0 Z', coral),
    shape('M0 34 L9 0 L0 6 L-9 0 Z', night),
    words([0, -46], 'N', 18, night, 'font-weight="bold" text-anchor="middle"'),
  )
}

function scale(): string {
  return at([1330, 965], line('M0 -6 V0 H160 V-6 M80 -4 V0', night, 3), words([172, 5], '100 m', 15, night))
}

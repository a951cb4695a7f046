import { colors, field, broadcast as target, type Values } from './check.ts'
import { type Fact, section } from './fact.ts'

type Type = Values & { is: string }

const color: Type = { is: 'a color', ...colors }
const number: Type = { is: 'a number', takes: [0, 1, 12.5], refuses: ['12', {}] }
const image: Type = { is: 'any value', takes: ['https://festival.example/logo.png', { any: ['thing'] }] }
const font: Type = { is: 'an object of a font', takes: [{ weight: 400, style: 'normal' }], refuses: ['Inter', 7] }
const link: Type = { is: 'a Navigator or null', takes: [{ nativeContent: 'search' }, null], refuses: ['search'] }
const tile: Type = {
  is: 'a tile',
  takes: [{ title: 'Home', navigator: { nativeContent: 'home' } }, {}],
  refuses: ['home', []],
}
const text = (...takes: string[]): Type => ({ is: `a text such as \`${takes[0]}\``, takes, refuses: [7, {}] })

/** One fact for each field of an object of the broadcast. */
const fields = (at: string, types: Record<string, Type>): Fact[] =>
  Object.entries(types).map(([name, { is, ...values }]) => {
    const pointer = `/${at.replaceAll('.', '/')}/${name}`
    return field(`broadcast.${at}.${name}`, `\`${at}.${name}\` is ${is}.`, target, pointer, values)
  })

export const broadcastLook = section('Broadcast: bars, home and theme (Surface B)', import.meta.url, [
  ...fields('bottomBar', {
    homeTile: tile,
    firstTile: tile,
    secondTile: tile,
    thirdTile: tile,
    fourthTile: tile,
    borderRadius: number,
    backgroundColor: color,
    accentColor: color,
    style: text('fixed'),
  }),
  ...fields('appBar', {
    backgroundColor: color,
    accentColor: color,
    logo: image,
    logoPadding: number,
    rightNavigator: link,
    leftNavigator: link,
  }),
  ...fields('home.header', {
    height: number,
    logo: image,
    background: image,
    overlay: image,
    backgroundColor: color,
    transition: text('fade'),
    logoPadding: number,
    logoVerticalAlign: text('center'),
  }),
  ...fields('home', {
    blocks: {
      is: 'a list of blocks',
      takes: [[], [{ type: 'title', text: 'Hello' }]],
      refuses: ['Hello', [{ type: 'nonsense' }]],
    },
    localeDetails: { is: 'an object', takes: [{ en: {} }, {}], refuses: ['en', 7] },
    defaultLocale: { is: 'a language', takes: ['en', 'fr', 'es'], refuses: ['xx-nonsense', 7] },
  }),
  ...fields('theme', {
    logo: image,
    accentColor: color,
    backgroundColor: color,
    primaryBackgroundColor: color,
    primaryAccentColor: color,
    surfaceBackgroundColor: color,
    surfaceAccentColor: color,
    surfaceOpacity: { is: 'a number', takes: [0, 0.5, 1], refuses: ['half'] },
    surfaceDecoration: text('shadow'),
    strokeWidth: number,
    borderRadius: number,
    fontRef: font,
    iconFamily: text('lucide'),
  }),
  ...['titleTextStyle', 'subtitleTextStyle', 'bodyTextStyle', 'buttonTextStyle'].flatMap((style) =>
    fields(`theme.${style}`, { fontRef: font, fontSize: number, color }),
  ),
])

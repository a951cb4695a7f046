/**
 * Words that cannot be slugs, because the site of a slug is served at `/{slug}/`: the first segment of every path of the
 * service, without a leading dot and without an ending such as `.ico`, and some for later. A test compares them with the routes.
 */
export const reservedSlugs: readonly string[] = [
  'admin',
  'api',
  'app',
  'assets',
  'demo',
  'docs',
  'embed',
  'favicon',
  'healthz',
  'livez',
  'media',
  'metrics',
  'oembed',
  'readyz',
  'reference',
  'robots',
  'sitemap',
  'static',
  'studio',
  'sw',
  'v1',
  'well-known',
]

export const isReservedSlug = (slug: string): boolean => reservedSlugs.includes(slug)

/** A slug from a name, such as `fete-de-la-mer` from "Fête de la Mer". Empty for a name without a letter or digit that can be transliterated. */
export function slugFrom(name: string): string {
  const latin = [...name.toLowerCase()].map((letter) => letters[letter] ?? letter).join('')
  return latin
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxBase)
    .replace(/^-+|-+$/g, '')
}

/** Leaves room for a number or an id behind it: a slug has at most 63 characters. */
const maxBase = 38

const pairs = (from: string, to: string): [string, string][] => {
  const latin = to.split(' ')
  return [...from].map((letter, index) => [letter, latin[index] ?? ''])
}

/** Letters that Unicode does not decompose into a Latin one and marks. */
const letters: Record<string, string> = Object.fromEntries([
  ...pairs('ßæœøłđðþıŋħ', 'ss ae oe o l d d th i ng h'),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...pairs('άέήίόύώ', 'a e i i o y o'),
  ...pairs(
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    'a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya',
  ),
  ...pairs('ёіїєґў', 'e i yi ye g u'),
])

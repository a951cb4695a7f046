import { textOr } from '../data/shown.ts'
import { drawings } from './drawings.ts'

/** The default icon of each screen, for tiles without one. */
const ofNative: Record<string, string> = {
  articles: 'newspaper',
  auth: 'lock',
  campaigns: 'bell',
  contact: 'mail',
  favorites: 'heart',
  home: 'home',
  hosts: 'mic',
  localTicket: 'ticket',
  maps: 'map',
  menu: 'menu',
  meteo: 'cloud-sun',
  networkingForms: 'clipboard-check',
  networkingScan: 'camera',
  profile: 'user',
  program: 'calendar',
  search: 'search',
}

/** The icon that is stored, or that of the target when there is none. */
export const iconNameOf = (icon: unknown, navigator: unknown): string =>
  textOr(Object(icon).type) || ofNative[textOr(Object(navigator).nativeContent)] || 'circle-dot'

/** The shapes of an icon, for inside of an svg element; a dot for an unknown name. */
export const markupOf = (name: string): string => inner(drawings[name] ?? drawings['circle-dot'] ?? '')

/** The shapes inside of the svg element, without the invisible frame. */
function inner(svg: string): string {
  const known = cache.get(svg)
  if (known !== undefined) return known
  const shapes = svg
    .replace(/^[^>]*>|<\/svg>\s*$/g, '')
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none"\s*\/>/, '')
    .replaceAll(/>\s+</g, '><')
    .trim()
  cache.set(svg, shapes)
  return shapes
}

const cache = new Map<string, string>()

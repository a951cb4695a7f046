import { lucide } from './blocks.ts'
import { palette } from './palette.ts'
import type { Id } from './record.ts'

const { coral, night, sand, sea, shell, sun } = palette

export const logo = { url: '/demo/logo.svg', alt: 'Grande Étale' }

export function theme(id: Id) {
  const fontHolderId = id('font-estran')
  const textStyle = (weight: number, fontSize: number, color: string) => ({
    fontRef: { fontHolderId, weight, style: 'normal' },
    fontSize,
    color,
  })
  return {
    logo,
    backgroundColor: sand,
    accentColor: night,
    primaryBackgroundColor: coral,
    primaryAccentColor: shell,
    surfaceBackgroundColor: shell,
    surfaceAccentColor: night,
    surfaceOpacity: 1,
    surfaceDecoration: 'shadow',
    strokeWidth: 1.5,
    borderRadius: 14,
    fontRef: { fontHolderId, weight: 400, style: 'normal' },
    iconFamily: 'lucide',
    titleTextStyle: textStyle(800, 24, night),
    subtitleTextStyle: textStyle(600, 17, sea),
    bodyTextStyle: textStyle(400, 16, night),
    buttonTextStyle: textStyle(600, 16, shell),
  }
}

export function appBar(id: Id) {
  return {
    backgroundColor: night,
    accentColor: shell,
    logo,
    logoPadding: 6,
    leftNavigator: { nativeContent: 'menu' },
    rightNavigator: { broadcastMapId: id('map-festival') },
  }
}

export function bottomBar() {
  return {
    homeTile: tile('Accueil', 'house', { nativeContent: 'home' }, 0),
    firstTile: tile('Programme', 'calendar-days', { nativeContent: 'program' }, 1),
    secondTile: tile('Plan', 'map', { nativeContent: 'maps' }, 2),
    thirdTile: tile('Favoris', 'heart', { nativeContent: 'favorites' }, 3),
    fourthTile: tile('Menu', 'menu', { nativeContent: 'menu' }, 4),
    borderRadius: 20,
    backgroundColor: night,
    accentColor: sun,
    style: 'floating',
  }
}

export function menu(id: Id) {
  const pageTile = (title: string, icon: string, name: string) =>
    tile(title, icon, { broadcastPageId: id(`page-${name}`) })
  const sessionsTile = (title: string, icon: string, category: string) =>
    tile(title, icon, { nativeContent: 'program', query: { filters: [{ categoryIds: id(`category-${category}`) }] } })
  return {
    color: sand,
    sections: [
      {
        title: 'Au programme',
        tiles: [
          tile('Tout le programme', 'calendar-days', { nativeContent: 'program' }),
          tile('Artistes et invités', 'mic-vocal', { nativeContent: 'hosts' }),
          sessionsTile('Ateliers', 'hammer', 'workshop'),
          sessionsTile('En famille', 'baby', 'family'),
        ],
      },
      {
        title: 'Sur place',
        tiles: [
          tile('Plan du festival', 'map', { broadcastMapId: id('map-festival') }),
          pageTile('Manger et boire', 'utensils', 'food'),
          pageTile('Accessibilité', 'accessibility', 'accessibility'),
          tile('Météo', 'cloud-sun', { nativeContent: 'meteo' }),
        ],
      },
      {
        title: 'Préparer sa venue',
        tiles: [
          pageTile('Infos pratiques', 'compass', 'practical-info'),
          pageTile('Venir à Port-Galvenn', 'train-front', 'getting-here'),
          pageTile('Questions fréquentes', 'circle-question-mark', 'faq'),
        ],
      },
      {
        title: 'L’association',
        tiles: [
          pageTile('Le festival', 'waves', 'the-festival'),
          pageTile('Prendre soin du rivage', 'leaf', 'sustainability'),
          tile('Journal', 'newspaper', { nativeContent: 'articles' }),
          tile('Devenir bénévole', 'hand-heart', { nativeContent: 'networkingForms' }),
        ],
      },
    ],
  }
}

export function profileTiles() {
  return [
    tile('Mes favoris', 'heart', { nativeContent: 'favorites' }),
    tile('Mes messages', 'bell', { nativeContent: 'campaigns' }),
  ]
}

function tile(title: string, icon: string, navigator: Record<string, unknown>, bottomBarIndex?: number) {
  return { title, icon: lucide(icon), navigator, ...(bottomBarIndex !== undefined && { bottomBarIndex }) }
}

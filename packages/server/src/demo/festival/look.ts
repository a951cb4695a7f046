import { lucide } from './blocks.ts'
import { palette } from './palette.ts'
import type { Id } from './record.ts'
import { localized } from './text.ts'

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
    homeTile: tile(['Accueil', 'Home', 'Inicio'], 'house', { nativeContent: 'home' }, 0),
    firstTile: tile(['Programme', 'Programme', 'Programa'], 'calendar-days', { nativeContent: 'program' }, 1),
    secondTile: tile(['Plan', 'Map', 'Plano'], 'map', { nativeContent: 'maps' }, 2),
    thirdTile: tile(['Favoris', 'My plan', 'Mi selección'], 'heart', { nativeContent: 'favorites' }, 3),
    fourthTile: tile(['Menu', 'Menu', 'Menú'], 'menu', { nativeContent: 'menu' }, 4),
    borderRadius: 20,
    backgroundColor: night,
    accentColor: sun,
    style: 'floating',
  }
}

export function menu(id: Id) {
  const pageTile = (title: Title, icon: string, name: string) =>
    tile(title, icon, { broadcastPageId: id(`page-${name}`) })
  const sessionsTile = (title: Title, icon: string, category: string) =>
    tile(title, icon, { nativeContent: 'program', query: { filters: [{ categoryIds: id(`category-${category}`) }] } })
  return {
    color: sand,
    sections: [
      {
        ...titled(['Au programme', 'What’s on', 'En el programa']),
        tiles: [
          tile(['Tout le programme', 'The whole programme', 'Todo el programa'], 'calendar-days', {
            nativeContent: 'program',
          }),
          tile(['Artistes et invités', 'Artists and guests', 'Artistas e invitados'], 'mic-vocal', {
            nativeContent: 'hosts',
          }),
          sessionsTile(['Ateliers', 'Workshops', 'Talleres'], 'hammer', 'workshop'),
          sessionsTile(['En famille', 'For families', 'En familia'], 'baby', 'family'),
        ],
      },
      {
        ...titled(['Sur place', 'On site', 'En el recinto']),
        tiles: [
          tile(['Plan du festival', 'Festival map', 'Plano del festival'], 'map', {
            broadcastMapId: id('map-festival'),
          }),
          pageTile(['Manger et boire', 'Food and drink', 'Comer y beber'], 'utensils', 'food'),
          pageTile(['Accessibilité', 'Accessibility', 'Accesibilidad'], 'accessibility', 'accessibility'),
          tile(['Météo', 'Weather', 'El tiempo'], 'cloud-sun', { nativeContent: 'meteo' }),
        ],
      },
      {
        ...titled(['Préparer sa venue', 'Before you come', 'Antes de venir']),
        tiles: [
          pageTile(['Infos pratiques', 'Practical information', 'Información práctica'], 'compass', 'practical-info'),
          pageTile(
            ['Venir à Port-Galvenn', 'Getting to Port-Galvenn', 'Cómo llegar a Port-Galvenn'],
            'train-front',
            'getting-here',
          ),
          pageTile(
            ['Questions fréquentes', 'Questions and answers', 'Preguntas frecuentes'],
            'circle-question-mark',
            'faq',
          ),
        ],
      },
      {
        ...titled(['L’association', 'The association', 'La asociación']),
        tiles: [
          pageTile(['Le festival', 'The festival', 'El festival'], 'waves', 'the-festival'),
          pageTile(['Prendre soin du rivage', 'Caring for the shore', 'Cuidar la costa'], 'leaf', 'sustainability'),
          tile(['Journal', 'Journal', 'Diario'], 'newspaper', { nativeContent: 'articles' }),
          tile(['Devenir bénévole', 'Become a volunteer', 'Hacerse voluntario'], 'hand-heart', {
            nativeContent: 'networkingForms',
          }),
        ],
      },
    ],
  }
}

export function profileTiles() {
  return [
    tile(['Mes favoris', 'My plan', 'Mi selección'], 'heart', { nativeContent: 'favorites' }),
    tile(['Mes messages', 'My messages', 'Mis mensajes'], 'bell', { nativeContent: 'campaigns' }),
  ]
}

function tile(title: Title, icon: string, navigator: Record<string, unknown>, bottomBarIndex?: number) {
  return { ...titled(title), icon: lucide(icon), navigator, ...(bottomBarIndex !== undefined && { bottomBarIndex }) }
}

/** A title in French, English and Spanish. */
type Title = [fr: string, en: string, es: string]

const titled = (title: Title) => localized((_, say) => ({ title: say(...title) }))

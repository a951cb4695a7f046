import {
  IconAddressBook,
  IconAppWindow,
  IconArticle,
  IconCalendarEvent,
  IconCategory,
  IconCode,
  IconFileText,
  IconForms,
  IconHome,
  IconMap2,
  IconMapPin,
  IconMicrophone2,
  IconPhoto,
  IconRouteAltLeft,
  IconSettings,
  IconSpeakerphone,
  IconTypography,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Language } from '../texts/define.ts'

export type ScreenGroup = 'main' | 'content' | 'audience' | 'design' | 'manage'

/** A screen of a broadcast. Its module is loaded when it opens; the default export is its component. */
export interface Screen {
  /** Below the broadcast: `hosts` is /studio/b/{id}/hosts, and /hosts/{recordId} is the same screen with a record open. */
  path: string
  title: Record<Language, string>
  icon: TablerIcon
  group: ScreenGroup
  /** Shown in the bar at the bottom of a phone; at most four. */
  isOnBar?: boolean
  /** Only owners find it in the navigation. */
  isForOwners?: boolean
  load: () => Promise<{ default: ComponentType }>
}

const kind = (load: () => Promise<typeof import('../screens/kinds/screens.tsx')>, name: string) => () =>
  load().then(({ kindScreen }) => ({ default: kindScreen(name) }))
const kinds = () => import('../screens/kinds/screens.tsx')

/** Every screen of a broadcast, in the order of the navigation. A new screen is its folder and an entry here. */
export const screens: Screen[] = [
  {
    path: '',
    title: { en: 'Overview', fr: 'Vue d’ensemble', es: 'Resumen' },
    icon: IconHome,
    group: 'main',
    isOnBar: true,
    load: () => import('../screens/overview/screen.tsx'),
  },
  {
    path: 'programme',
    title: { en: 'Programme', fr: 'Programme', es: 'Programa' },
    icon: IconCalendarEvent,
    group: 'content',
    isOnBar: true,
    load: () => import('../screens/programme/screen.tsx'),
  },
  {
    path: 'map',
    title: { en: 'Places', fr: 'Lieux', es: 'Lugares' },
    icon: IconMapPin,
    group: 'content',
    isOnBar: true,
    load: () => import('../screens/map/screen.tsx'),
  },
  {
    path: 'articles',
    title: { en: 'Articles', fr: 'Articles', es: 'Artículos' },
    icon: IconArticle,
    group: 'content',
    isOnBar: true,
    load: () => import('../screens/articles/screen.tsx'),
  },
  {
    path: 'hosts',
    title: { en: 'Hosts', fr: 'Intervenants', es: 'Participantes' },
    icon: IconMicrophone2,
    group: 'content',
    load: kind(kinds, 'broadcastHost'),
  },
  {
    path: 'categories',
    title: { en: 'Categories', fr: 'Catégories', es: 'Categorías' },
    icon: IconCategory,
    group: 'content',
    load: kind(kinds, 'broadcastCategory'),
  },
  {
    path: 'media',
    title: { en: 'Media', fr: 'Médias', es: 'Medios' },
    icon: IconPhoto,
    group: 'content',
    load: kind(kinds, 'media'),
  },
  {
    path: 'pages',
    title: { en: 'Home and pages', fr: 'Accueil et pages', es: 'Inicio y páginas' },
    icon: IconFileText,
    group: 'design',
    load: () => import('../screens/pages/screen.tsx'),
  },
  {
    path: 'maps',
    title: { en: 'Maps', fr: 'Plans', es: 'Planos' },
    icon: IconMap2,
    group: 'design',
    load: kind(kinds, 'broadcastMap'),
  },
  {
    path: 'fonts',
    title: { en: 'Fonts', fr: 'Polices', es: 'Tipografías' },
    icon: IconTypography,
    group: 'design',
    load: kind(kinds, 'font'),
  },
  {
    path: 'diffusers',
    title: { en: 'Channels', fr: 'Canaux', es: 'Canales' },
    icon: IconAppWindow,
    group: 'design',
    load: kind(kinds, 'broadcastDiffuser'),
  },
  {
    path: 'campaigns',
    title: { en: 'Campaigns', fr: 'Campagnes', es: 'Campañas' },
    icon: IconSpeakerphone,
    group: 'audience',
    load: kind(kinds, 'broadcastCampaign'),
  },
  {
    path: 'forms',
    title: { en: 'Forms', fr: 'Formulaires', es: 'Formularios' },
    icon: IconForms,
    group: 'audience',
    load: kind(kinds, 'broadcastNetworkingForm'),
  },
  {
    path: 'contacts',
    title: { en: 'Contacts', fr: 'Contacts', es: 'Contactos' },
    icon: IconAddressBook,
    group: 'audience',
    load: kind(kinds, 'broadcastContact'),
  },
  {
    path: 'workflows',
    title: { en: 'Workflows', fr: 'Workflows', es: 'Flujos' },
    icon: IconRouteAltLeft,
    group: 'manage',
    load: () => import('../screens/workflows/screen.tsx'),
  },
  {
    path: 'members',
    title: { en: 'Members', fr: 'Membres', es: 'Miembros' },
    icon: IconUsersGroup,
    group: 'manage',
    isForOwners: true,
    load: kind(kinds, 'broadcastMember'),
  },
  {
    path: 'developers',
    title: { en: 'Developers', fr: 'Développeurs', es: 'Desarrolladores' },
    icon: IconCode,
    group: 'manage',
    isForOwners: true,
    load: () => import('../screens/developers/screen.tsx'),
  },
  {
    path: 'settings',
    title: { en: 'Settings', fr: 'Réglages', es: 'Ajustes' },
    icon: IconSettings,
    group: 'manage',
    load: () => import('../screens/settings/screen.tsx'),
  },
]

export const groupTitles: Record<Exclude<ScreenGroup, 'main'>, Record<Language, string>> = {
  content: { en: 'Content', fr: 'Contenu', es: 'Contenido' },
  audience: { en: 'Audience', fr: 'Public', es: 'Público' },
  design: { en: 'Design', fr: 'Mise en forme', es: 'Diseño' },
  manage: { en: 'Manage', fr: 'Gestion', es: 'Gestión' },
}

import {
  IconCode,
  IconHistory,
  IconHome,
  IconLanguage,
  IconSettings,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { PlainKind, ScreenGroup, ScreenKind } from '../kinds/declaration.ts'
import { isPlainKind, screenKinds } from '../kinds/index.ts'
import { type Language, languages } from '../texts/define.ts'
import { withEditors } from './editors.ts'

/** A screen of a broadcast. Its module is loaded when it opens; the default export is its component. */
export interface Screen extends Pick<ScreenKind, 'path' | 'group' | 'isOnBar' | 'isForOwners'> {
  title: Record<Language, string>
  icon: TablerIcon
  load: Load
}

type Load = () => Promise<{ default: ComponentType }>

/** Kinds with a screen of their own, by their path. All others share the table and form of any kind. */
const ownScreens: Record<string, Load> = {
  programme: () => import('../screens/programme/screen.tsx'),
  map: () => import('../screens/map/screen.tsx'),
  articles: () => import('../screens/articles/screen.tsx'),
  pages: () => import('../screens/pages/screen.tsx'),
  workflows: () => import('../screens/workflows/screen.tsx'),
  import: () => import('../screens/import/screen.tsx'),
}

/** Every screen of a broadcast, in the order of the navigation. */
export const screens: Screen[] = [
  {
    path: '',
    title: { en: 'Overview', fr: 'Vue d’ensemble', es: 'Resumen' },
    icon: IconHome,
    group: 'main',
    isOnBar: true,
    load: () => import('../screens/overview/screen.tsx'),
  },
  ...screenKinds.map((kind) => ({ ...kind, title: titlesOf(kind), load: loadOf(kind) })),
  {
    path: 'translations',
    title: { en: 'Translations', fr: 'Traductions', es: 'Traducciones' },
    icon: IconLanguage,
    group: 'manage',
    load: withEditors(() => import('../screens/translations/screen.tsx')),
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
    path: 'revisions',
    title: { en: 'Revisions', fr: 'Révisions', es: 'Revisiones' },
    icon: IconHistory,
    group: 'manage',
    load: () => import('../screens/revisions/screen.tsx'),
  },
  {
    path: 'trash',
    title: { en: 'Trash', fr: 'Corbeille', es: 'Papelera' },
    icon: IconTrash,
    group: 'manage',
    load: () => import('../screens/trash/screen.tsx'),
  },
  {
    path: 'settings',
    title: { en: 'Settings', fr: 'Réglages', es: 'Ajustes' },
    icon: IconSettings,
    group: 'manage',
    load: withEditors(() => import('../screens/settings/screen.tsx')),
  },
]

export const groupTitles: Record<Exclude<ScreenGroup, 'main'>, Record<Language, string>> = {
  content: { en: 'Content', fr: 'Contenu', es: 'Contenido' },
  audience: { en: 'Audience', fr: 'Public', es: 'Público' },
  design: { en: 'Design', fr: 'Mise en forme', es: 'Diseño' },
  manage: { en: 'Manage', fr: 'Gestion', es: 'Gestión' },
}

function titlesOf({ texts }: ScreenKind): Record<Language, string> {
  const titles = languages.map((language) => [language, texts[language].title ?? texts[language].many])
  return Object.fromEntries(titles)
}

function loadOf(kind: ScreenKind): Load {
  const load = isPlainKind(kind) ? plainScreen(kind) : ownScreens[kind.path]
  if (!load) throw new Error(`no screen shows ${kind.path}`)
  return withEditors(load)
}

function plainScreen(kind: PlainKind): Load {
  return async () => {
    const { kindScreen } = await import('../screens/kinds/screens.tsx')
    return { default: kindScreen(kind) }
  }
}

import { IconFileText } from '@tabler/icons-react'
import type { ScreenKind } from '../declaration.ts'

export const broadcastPage: ScreenKind = {
  kind: 'broadcastPage',
  fieldNames: { url: ['Address', 'Adresse', 'Dirección'] },
  path: 'pages',
  icon: IconFileText,
  group: 'design',
  texts: {
    en: { one: 'Page', many: 'Pages', title: 'Home and pages', create: 'New page' },
    fr: { one: 'Page', many: 'Pages', title: 'Accueil et pages', create: 'Nouvelle page' },
    es: { one: 'Página', many: 'Páginas', title: 'Inicio y páginas', create: 'Nueva página' },
  },
}

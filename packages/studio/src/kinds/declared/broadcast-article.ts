import { IconArticle } from '@tabler/icons-react'
import type { ScreenKind } from '../declaration.ts'

export const broadcastArticle: ScreenKind = {
  kind: 'broadcastArticle',
  path: 'articles',
  icon: IconArticle,
  group: 'content',
  isOnBar: true,
  texts: {
    en: { one: 'Article', many: 'Articles', create: 'New article' },
    fr: { one: 'Article', many: 'Articles', create: 'Nouvel article' },
    es: { one: 'Artículo', many: 'Artículos', create: 'Nuevo artículo' },
  },
}

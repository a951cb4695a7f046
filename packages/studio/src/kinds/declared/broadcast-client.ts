import type { KindDeclaration } from '../declaration.ts'

export const broadcastClient: KindDeclaration = {
  kind: 'broadcastClient',
  nameFrom: ({ platform, locale }, language) => {
    const system = platforms[String(platform)] ?? platform
    const spoken = typeof locale === 'string' && new Intl.DisplayNames([language], { type: 'language' }).of(locale)
    return [system, spoken].filter((word) => typeof word === 'string' && word !== '').join(', ')
  },
  texts: {
    en: { one: 'Visitor’s app', many: 'Visitors’ apps' },
    fr: { one: 'Application d’un visiteur', many: 'Applications des visiteurs' },
    es: { one: 'Aplicación de un visitante', many: 'Aplicaciones de visitantes' },
  },
}

const platforms: Record<string, string> = { ios: 'iOS', android: 'Android', web: 'Web' }

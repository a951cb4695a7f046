import type { KindDeclaration } from '../declaration.ts'

export const broadcastClient: KindDeclaration = {
  kind: 'broadcastClient',
  nameFrom: ({ platform, locale }, language) => {
    const system = platforms[String(platform)] ?? platform
    const spoken = typeof locale === 'string' && new Intl.DisplayNames([language], { type: 'language' }).of(locale)
    return [system, spoken].filter((word) => typeof word === 'string' && word !== '').join(', ')
  },
  fieldNames: {
    reminderMinutes: ['Reminder before favorites', 'Rappel avant les favoris', 'Aviso antes de los favoritos'],
    quietHours: ['Quiet hours', 'Heures calmes', 'Horas de silencio'],
  },
  choiceNames: {
    'reminderMinutes.5': ['5 minutes', '5 minutes', '5 minutos'],
    'reminderMinutes.15': ['15 minutes', '15 minutes', '15 minutos'],
    'reminderMinutes.30': ['30 minutes', '30 minutes', '30 minutos'],
  },
  texts: {
    en: { one: 'Visitor’s app', many: 'Visitors’ apps' },
    fr: { one: 'Application d’un visiteur', many: 'Applications des visiteurs' },
    es: { one: 'Aplicación de un visitante', many: 'Aplicaciones de visitantes' },
  },
}

const platforms: Record<string, string> = { ios: 'iOS', android: 'Android', web: 'Web' }

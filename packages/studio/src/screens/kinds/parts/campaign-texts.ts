import { defineTexts } from '../../../texts/define.ts'

export const campaignTexts = defineTexts({
  en: {
    reach: 'Reach',
    addressed: 'Addressed',
    delivered: 'Delivered',
    failed: 'Not reached',
    opened: 'Opened',
    hours: 'Opened in the first 24 hours',
    noneOpened: 'Nobody has opened it yet. Visitors whose browser asks not to be measured are not counted.',
    most: (from: string, n: string) => `Most at ${from}: ${n}`,
    language: 'Language',
    unknown: 'Without a language',
  },
  fr: {
    reach: 'Portée',
    addressed: 'Destinataires',
    delivered: 'Remises',
    failed: 'Non atteints',
    opened: 'Ouvertes',
    hours: 'Ouvertures pendant les 24 premières heures',
    noneOpened:
      'Personne ne l’a encore ouverte. Les visiteurs dont le navigateur refuse la mesure ne sont pas comptés.',
    most: (from, n) => `Maximum à ${from} : ${n}`,
    language: 'Langue',
    unknown: 'Sans langue',
  },
  es: {
    reach: 'Alcance',
    addressed: 'Destinatarios',
    delivered: 'Entregadas',
    failed: 'No alcanzados',
    opened: 'Abiertas',
    hours: 'Abiertas en las primeras 24 horas',
    noneOpened: 'Nadie la ha abierto todavía. No se cuentan los visitantes cuyo navegador pide no ser medido.',
    most: (from, n) => `Máximo a las ${from}: ${n}`,
    language: 'Idioma',
    unknown: 'Sin idioma',
  },
})

import { en, type Texts } from './en.ts'

/** The languages of the app itself, each a file of its own in the browser. English is the fallback. */
const languages: Record<string, () => Promise<Texts>> = {
  ar: async () => (await import('./ar.ts')).ar,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

/** The texts for a language of the content: of `pt-BR` those of `pt`, and English where there are none. */
export async function loadTexts(locale: string): Promise<Texts> {
  const [language = ''] = locale.toLowerCase().split('-')
  return (await languages[language]?.()) ?? en
}

/** The direction in which a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = ''] = locale.toLowerCase().split('-')
  return rightToLeft.has(language) ? 'rtl' : 'ltr'
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'ha', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

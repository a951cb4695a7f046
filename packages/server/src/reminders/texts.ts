/** The sentences of notices. `when` is a time in the same language, such as "Fri 21:00". */
export interface Texts {
  /** The locale of dates and times. */
  dates: string
  begins(time: string): string
  moved(from: string, to: string): string
  scheduled(when: string): string
  unscheduled(when: string): string
  place(name: string): string
  otherPlace: string
  removed: string
  cancelled: string
  restored: string
}

/** The sentences in the language of a visitor; English when it is unknown. */
export const textsIn = (locale: string | null): Texts => texts[locale ?? ''] ?? en

const en: Texts = {
  dates: 'en-GB',
  begins: (time) => `Begins at ${time}`,
  moved: (from, to) => `Moved from ${from} to ${to}.`,
  scheduled: (when) => `Now on ${when}.`,
  unscheduled: (when) => `No longer on ${when}. The new time will be announced.`,
  place: (name) => `Now at ${name}.`,
  otherPlace: 'The place has changed.',
  removed: 'Is no longer on the programme.',
  cancelled: 'Is cancelled.',
  restored: 'Takes place after all.',
}

const fr: Texts = {
  dates: 'fr-FR',
  begins: (time) => `Commence à ${time}`,
  moved: (from, to) => `Déplacé de ${from} à ${to}.`,
  scheduled: (when) => `A maintenant lieu ${when}.`,
  unscheduled: (when) => `N’a plus lieu ${when}. Le nouvel horaire sera annoncé.`,
  place: (name) => `Nouveau lieu : ${name}.`,
  otherPlace: 'Le lieu a changé.',
  removed: 'N’est plus au programme.',
  cancelled: 'Est annulé.',
  restored: 'A finalement lieu.',
}

const es: Texts = {
  dates: 'es-ES',
  begins: (time) => `Empieza a las ${time}`,
  moved: (from, to) => `Pasa de ${from} a ${to}.`,
  scheduled: (when) => `Ahora es ${when}.`,
  unscheduled: (when) => `Ya no es ${when}. Se anunciará la nueva hora.`,
  place: (name) => `Nuevo lugar: ${name}.`,
  otherPlace: 'El lugar ha cambiado.',
  removed: 'Ya no está en el programa.',
  cancelled: 'Se cancela.',
  restored: 'Al final sí tiene lugar.',
}

const texts: Record<string, Texts> = { en, fr, es }

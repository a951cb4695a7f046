import type { Conflict } from './conflict.ts'

export type Locale = 'fr' | 'en' | 'es'

/** The language of sentences for readers of another one is English. */
const localeOf = (locale: string): Locale => (locale === 'fr' || locale === 'es' ? locale : 'en')

/** The message of a conflict, with the names of its records and local times of the broadcast. */
export function sentenceOf(conflict: Conflict, names: string[], timeZone: string, language: string): string {
  const locale = localeOf(language)
  const { quote, when, missing, say } = languages[locale]
  const [one = '', other = '', third = ''] = [0, 1, 2].map((index) => quote(shortened(names[index] || missing)))
  const { from, to, pointer = '' } = conflict
  const time = from === null ? '' : when(timesOf(from, to ?? from, timeZone, locale))
  return say[conflict.type]({ one, other, third, time, pointer })
}

interface Words {
  one: string
  other: string
  third: string
  time: string
  pointer: string
}

interface Times {
  day: string
  from: string
  to: string | null
  /** The last day, when it lasts longer than a day. */
  lastDay: string | null
}

interface Language {
  quote(name: string): string
  /** The text for a record without a name. */
  missing: string
  when(times: Times): string
  say: Record<Conflict['type'], (words: Words) => string>
}

const languages: Record<Locale, Language> = {
  en: {
    quote: (name) => `“${name}”`,
    missing: 'untitled',
    when: ({ day, from, to, lastDay }) =>
      to === null ? `${day} at ${from}` : `${day} from ${from} to ${lastDay === null ? to : `${lastDay} ${to}`}`,
    say: {
      placeOverlap: ({ one, other, third, time }) => `${one} and ${other} are both at ${third}, ${time}.`,
      hostOverlap: ({ one, other, third, time }) => `${one} and ${other} both need ${third}, ${time}.`,
      outsideOpeningHours: ({ one, other, time }) => `${one}, ${time}, lies outside the opening hours of ${other}.`,
      unreadableOpeningHours: ({ one }) => `The opening hours of ${one} cannot be read.`,
      draftReference: ({ one, other }) => `${one} is public and leads to ${other}, which is still a draft.`,
      lostNavigator: ({ one, pointer }) => `A link of ${one} leads nowhere (${pointer}).`,
    },
  },
  fr: {
    quote: (name) => `«\u00a0${name}\u00a0»`,
    missing: 'sans titre',
    when: ({ day, from, to, lastDay }) =>
      to === null ? `${day} à ${from}` : `${day} de ${from} à ${lastDay === null ? to : `${lastDay} ${to}`}`,
    say: {
      placeOverlap: ({ one, other, third, time }) => `${one} et ${other} ont lieu au même endroit, ${third}, ${time}.`,
      hostOverlap: ({ one, other, third, time }) => `${one} et ${other} réclament toutes deux ${third}, ${time}.`,
      outsideOpeningHours: ({ one, other, time }) => `${one}, ${time}, sort des heures d’ouverture de ${other}.`,
      unreadableOpeningHours: ({ one }) => `Les heures d’ouverture de ${one} sont illisibles.`,
      draftReference: ({ one, other }) => `${one} est en ligne et renvoie à ${other}, qui est encore un brouillon.`,
      lostNavigator: ({ one, pointer }) => `Un lien de ${one} ne mène nulle part (${pointer}).`,
    },
  },
  es: {
    quote: (name) => `«${name}»`,
    missing: 'sin título',
    when: ({ day, from, to, lastDay }) =>
      to === null ? `${day} a las ${from}` : `${day} de ${from} a ${lastDay === null ? to : `${lastDay} ${to}`}`,
    say: {
      placeOverlap: ({ one, other, third, time }) => `${one} y ${other} están en el mismo lugar, ${third}, ${time}.`,
      hostOverlap: ({ one, other, third, time }) => `${one} y ${other} necesitan a ${third} a la vez, ${time}.`,
      outsideOpeningHours: ({ one, other, time }) => `${one}, ${time}, queda fuera del horario de ${other}.`,
      unreadableOpeningHours: ({ one }) => `El horario de ${one} no se puede leer.`,
      draftReference: ({ one, other }) => `${one} es público y lleva a ${other}, que aún es un borrador.`,
      lostNavigator: ({ one, pointer }) => `Un enlace de ${one} no lleva a ninguna parte (${pointer}).`,
    },
  },
}

function timesOf(from: string, to: string, timeZone: string, locale: Locale): Times {
  const { date, time } = formatsOf(timeZone, locale)
  const [start, end] = [new Date(from), new Date(to)]
  const isLong = end.getTime() - start.getTime() >= dayMs
  return {
    day: date.format(start),
    from: time.format(start),
    to: from === to ? null : time.format(end),
    lastDay: isLong ? date.format(end) : null,
  }
}

const known = new Map<string, { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string, locale: Locale) {
  const key = `${locale} ${timeZone}`
  const made = known.get(key) ?? {
    date: new Intl.DateTimeFormat(tags[locale], { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
    time: new Intl.DateTimeFormat(tags[locale], { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
  known.set(key, made)
  return made
}

const shortened = (name: string) => ([...name].length > maxLength ? `${[...name].slice(0, maxLength).join('')}…` : name)

const tags = { fr: 'fr-FR', en: 'en-GB', es: 'es-ES' }
const maxLength = 80
const dayMs = 86_400_000

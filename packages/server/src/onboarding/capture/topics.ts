import { slugOf } from '../text.ts'

export type TopicName = keyof typeof table

/** The topic of a page of an event's site. */
export interface Topic {
  name: TopicName
  icon: string
  /** Its priority for visitors, when there is only room for ten pages. */
  worth: number
  /** Its position in the menu. */
  group: 'programme' | 'site' | 'prepare' | 'about'
}

/** The topic of a page by the words of its URL and of the links to it, in French, English, Spanish and German. */
export function topicOf(address: string, label: string): Topic | undefined {
  const path = slugOf(decoded(URL.parse(address)?.pathname ?? address))
  const words = slugOf(label)
  let best: { topic: Topic; score: number } | undefined
  for (const name of topicNames) {
    const { icon, worth, group, words: pattern } = table[name]
    const score = (pattern.test(words) ? 2 : 0) + (pattern.test(path) ? 1 : 0)
    if (score > (best?.score ?? 0)) best = { topic: { name, icon, worth, group }, score }
  }
  return best?.topic
}

/** Pages that are useless in an app, or that must not be requested by a crawler. */
export const isBeside = (address: string, label: string) => {
  const url = URL.parse(address)
  const words = `${slugOf(decoded(url?.pathname ?? ''))} ${slugOf(label)}`
  return (
    unwanted.test(words) ||
    /\.(?:pdf|zip|jpe?g|png|gif|svg|webp|avif|mp[34]|mov|docx?|xlsx?|pptx?|css|js|json|xml|woff2?)$/i.test(
      url?.pathname ?? '',
    )
  )
}

const unwanted =
  /(?:^|[-\s])(?:mentions-legales|legal|legal-notice|impressum|imprint|datenschutz|privacy|privacy-policy|confidentialite|cookies?|cgv|cgu|terms|agb|aviso-legal|privacidad|politica|login|log-in|signin|sign-in|connexion|register|inscription-newsletter|newsletter|panier|cart|warenkorb|carrito|checkout|compte|account|wp-admin|wp-login|wp-json|feed|rss|tag|author|logout|presse|press|press-kit|jobs|karriere)(?:$|[-\s])/

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Stems separated by spaces, matched as whole words of a slug. */
const word = (stems: string) => new RegExp(`(?:^|-)(?:${stems.replaceAll(' ', '|')})(?:$|-)`)

const table = {
  programme: {
    icon: 'calendar-days',
    worth: 10,
    group: 'programme',
    words: word(
      'programm?e?s? programmation programa programacion schedule agenda timetable horaires horarios line-?up calendrier calendar kalender spielplan zeitplan events? evenements? eventos concerts? talks? sessions? workshops? ateliers? talleres',
    ),
  },
  artists: {
    icon: 'mic-vocal',
    worth: 8,
    group: 'programme',
    words: word(
      'artistes? artists? artistas? kunstler(?:innen)? speakers? intervenants? ponentes sprecher(?:innen)? referenten invites guests? exhibitors? exposants? aussteller expositores',
    ),
  },
  tickets: {
    icon: 'ticket',
    worth: 7,
    group: 'prepare',
    words: word(
      'tickets? billets? billetterie tarifs? entradas eintritt karten preise precios boletos registration register-now inscription reservations? pass',
    ),
  },
  practical: {
    icon: 'compass',
    worth: 9,
    group: 'prepare',
    words: word(
      'infos? infos?-pratiques? pratique information informations practical practico practica visit visiter plan-your-visit visita besuch attend preparer guide planner',
    ),
  },
  access: {
    icon: 'train-front',
    worth: 8,
    group: 'prepare',
    words: word(
      'acces venir comment-venir se-rendre getting-here getting-there how-to-get travel transport transports anreise anfahrt como-llegar llegar directions? parking navettes?',
    ),
  },
  map: {
    icon: 'map',
    worth: 7,
    group: 'site',
    words: word(
      'plan plan-d-acces carte map maps mapa plano lageplan karte gelandeplan hallenplan venue venues lieux? location sala salles? scenes? stages? ort lugar(?:es)?',
    ),
  },
  food: {
    icon: 'utensils',
    worth: 5,
    group: 'site',
    words: word('restauration manger food drinks? essen comida comer bars? restaurants? catering'),
  },
  accommodation: {
    icon: 'tent',
    worth: 5,
    group: 'prepare',
    words: word('hebergements? camping dormir accommodation hotels? unterkunft ubernachtung alojamiento logement stay'),
  },
  accessibility: {
    icon: 'accessibility',
    worth: 6,
    group: 'site',
    words: word('accessibilite accessibility accesibilidad barrierefrei(?:heit)? handicap pmr inclusion'),
  },
  faq: {
    icon: 'circle-question-mark',
    worth: 7,
    group: 'prepare',
    words: word('faq faqs questions? questions-frequentes preguntas preguntas-frecuentes fragen help aide ayuda hilfe'),
  },
  news: {
    icon: 'newspaper',
    worth: 4,
    group: 'about',
    words: word('news actualites? actus? noticias neuigkeiten aktuelles blog journal articles? updates?'),
  },
  family: {
    icon: 'baby',
    worth: 4,
    group: 'programme',
    words: word('famille family kids enfants jeune-public familie kinder familia ninos'),
  },
  conduct: {
    icon: 'heart-handshake',
    worth: 3,
    group: 'about',
    words: word(
      'code-of-conduct conduct conduite charte conducta verhaltensregeln regles reglement rules policy policies awareness',
    ),
  },
  sustainability: {
    icon: 'leaf',
    worth: 3,
    group: 'about',
    words: word(
      'developpement-durable durable environnement ecologie sustainability green nachhaltigkeit sostenibilidad engagements?',
    ),
  },
  volunteer: {
    icon: 'hand-heart',
    worth: 3,
    group: 'about',
    words: word(
      'benevoles? benevolat volunteers? voluntarios? helfer ehrenamt participer get-involved cfp call-for-papers',
    ),
  },
  partners: {
    icon: 'handshake',
    worth: 2,
    group: 'about',
    words: word('partenaires? partners? sponsors? sponsoring patrocinadores partner mecenes? colaboradores'),
  },
  about: {
    icon: 'info',
    worth: 5,
    group: 'about',
    words: word(
      'a-propos about about-us qui-sommes-nous le-festival festival presentation uber-uns ueber-uns sobre sobre-nosotros quienes-somos team equipe history histoire association verein edition',
    ),
  },
  contact: {
    icon: 'mail',
    worth: 4,
    group: 'about',
    words: word('contact contacts contactez-nous contacto kontakt'),
  },
} as const satisfies Record<string, Omit<Topic, 'name'> & { words: RegExp }>

const topicNames = Object.keys(table) as TopicName[]

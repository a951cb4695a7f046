import { languageIn } from '../tags.ts'

export type Label = keyof typeof table

/** A label of the interface in the language of the site, or in English if there is none. */
export const labelIn = (language: string | undefined, label: Label): string =>
  table[label][order[language ? languageIn(language) : ''] ?? 1]

/** Labels exist in the language. */
export const hasLabels = (language: string | undefined) => language !== undefined && languageIn(language) in order

export const isLabel = (word: string): word is Label => Object.hasOwn(table, word)

const order: Record<string, 0 | 1 | 2 | 3> = { fr: 0, en: 1, es: 2, de: 3 }

const table = {
  home: ['Accueil', 'Home', 'Inicio', 'Start'],
  programme: ['Programme', 'Programme', 'Programa', 'Programm'],
  wholeProgramme: ['Tout le programme', 'The whole programme', 'Todo el programa', 'Das ganze Programm'],
  hosts: ['Artistes et invités', 'Artists and guests', 'Artistas e invitados', 'Mitwirkende'],
  speakers: ['Intervenants', 'Speakers', 'Ponentes', 'Vortragende'],
  map: ['Plan', 'Map', 'Plano', 'Karte'],
  places: ['Lieux', 'Places', 'Lugares', 'Orte'],
  articles: ['Actualités', 'News', 'Noticias', 'Neuigkeiten'],
  favorites: ['Favoris', 'Favourites', 'Favoritos', 'Favoriten'],
  menu: ['Menu', 'Menu', 'Menú', 'Menü'],
  tickets: ['Billetterie', 'Tickets', 'Entradas', 'Tickets'],
  website: ['Site web', 'Website', 'Sitio web', 'Website'],
  onTheProgramme: ['Au programme', 'On the programme', 'En el programa', 'Auf dem Programm'],
  onSite: ['Sur place', 'On site', 'En el lugar', 'Vor Ort'],
  prepare: ['Préparer sa venue', 'Plan your visit', 'Preparar la visita', 'Besuch planen'],
  about: ['À propos', 'About', 'Acerca de', 'Über uns'],
  notToBeMissed: ['À ne pas manquer', 'Not to be missed', 'No se lo pierda', 'Nicht verpassen'],
  beforeYouCome: ['Avant de venir', 'Before you come', 'Antes de venir', 'Vor dem Besuch'],
  goodToKnow: ['Bon à savoir', 'Good to know', 'Lo que conviene saber', 'Gut zu wissen'],
  startsIn: ['Ça commence dans', 'It starts in', 'Empieza en', 'Es beginnt in'],
  started: ['C’est parti !', 'Off we go!', '¡Empezamos!', 'Es geht los!'],
  weather: ['Météo', 'Weather', 'El tiempo', 'Wetter'],
  discover: ['Découvrir', 'Discover', 'Descubrir', 'Entdecken'],
  readOnTheWeb: ['Lire sur le site', 'Read on the website', 'Leer en el sitio web', 'Auf der Website lesen'],
  '@music': ['Musique', 'Music', 'Música', 'Musik'],
  '@theatre': ['Théâtre', 'Theatre', 'Teatro', 'Theater'],
  '@dance': ['Danse', 'Dance', 'Danza', 'Tanz'],
  '@comedy': ['Humour', 'Comedy', 'Humor', 'Comedy'],
  '@film': ['Projection', 'Screening', 'Proyección', 'Film'],
  '@exhibition': ['Exposition', 'Exhibition', 'Exposición', 'Ausstellung'],
  '@reading': ['Lecture', 'Reading', 'Lectura', 'Lesung'],
  '@workshop': ['Atelier', 'Workshop', 'Taller', 'Workshop'],
  '@family': ['En famille', 'For families', 'En familia', 'Für Familien'],
  '@food': ['Gastronomie', 'Food', 'Gastronomía', 'Essen'],
  '@sport': ['Sport', 'Sport', 'Deporte', 'Sport'],
  '@talk': ['Conférence', 'Talk', 'Conferencia', 'Vortrag'],
} as const satisfies Record<string, readonly [fr: string, en: string, es: string, de: string]>

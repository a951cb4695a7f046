import { palette } from './palette.ts'
import { type DemoRecord, type Id, record } from './record.ts'
import { localized, type Text } from './text.ts'

export interface Category {
  color: string
  icon: string
  title: Text
  parent?: string
}

export type CategoryKey = keyof typeof table

export function categories(id: Id): DemoRecord[] {
  return Object.entries(table).map(([key, { color, icon, title, parent }]) =>
    record(id, 'broadcastCategory', `category-${key}`, {
      ...localized((locale) => ({ title: title[locale] })),
      key,
      color,
      icon: { family: 'lucide', type: icon },
      status: 'published',
      ...(parent && { parentId: id(`category-${parent}`) }),
    }),
  )
}

export const category = (key: CategoryKey): Category => table[key]

const { coral, gorse, heather, moss, night, rose, sea, slate } = palette

/** Parents come before their children. */
const table = {
  music: row(coral, 'music', 'Musique', 'Music', 'Música'),
  song: row(rose, 'mic-vocal', 'Chanson et folk', 'Song and folk', 'Canción y folk', 'music'),
  rock: row(coral, 'guitar', 'Rock et pop', 'Rock and pop', 'Rock y pop', 'music'),
  electro: row(heather, 'audio-waveform', 'Électro', 'Electronic', 'Electrónica', 'music'),
  world: row(gorse, 'drum', 'Musiques du large', 'Sounds from afar', 'Músicas de ultramar', 'music'),
  quiet: row(sea, 'piano', 'Jazz et musiques calmes', 'Jazz and quiet music', 'Jazz y músicas tranquilas', 'music'),
  ideas: row(night, 'lightbulb', 'Idées', 'Ideas', 'Ideas'),
  talk: row(night, 'presentation', 'Conférence', 'Talk', 'Conferencia', 'ideas'),
  debate: row(slate, 'messages-square', 'Débat', 'Debate', 'Debate', 'ideas'),
  reading: row(sea, 'book-open', 'Lecture et récit', 'Reading and storytelling', 'Lectura y relato', 'ideas'),
  workshop: row(moss, 'hammer', 'Atelier', 'Workshop', 'Taller'),
  show: row(heather, 'sparkles', 'Spectacle', 'Performance', 'Espectáculo'),
  family: row(gorse, 'baby', 'En famille', 'For families', 'En familia'),

  stage: row(coral, 'star', 'Scènes', 'Stages', 'Escenarios'),
  food: row(gorse, 'utensils', 'Manger', 'Food', 'Comer'),
  bar: row(rose, 'beer', 'Boire', 'Bars', 'Beber'),
  water: row(sea, 'droplets', 'Eau potable', 'Drinking water', 'Agua potable'),
  toilets: row(slate, 'toilet', 'Toilettes et douches', 'Toilets and showers', 'Aseos y duchas'),
  care: row(coral, 'cross', 'Secours et soutien', 'First aid and care', 'Primeros auxilios y apoyo'),
  access: row(night, 'accessibility', 'Accessibilité', 'Accessibility', 'Accesibilidad'),
  camping: row(moss, 'tent', 'Camping', 'Campsite', 'Camping'),
  exhibitor: row(heather, 'store', 'Village des exposants', 'Makers’ village', 'Pueblo de expositores'),
  info: row(night, 'info', 'Accueil et services', 'Welcome and services', 'Acogida y servicios'),
  transport: row(slate, 'bus', 'Transports', 'Transport', 'Transporte'),

  news: row(coral, 'newspaper', 'Nouvelles', 'News', 'Noticias'),
  backstage: row(heather, 'camera', 'Coulisses', 'Behind the scenes', 'Entre bastidores'),
  practical: row(sea, 'compass', 'Pratique', 'Practical', 'Práctico'),
}

function row(color: string, icon: string, fr: string, en: string, es: string, parent?: string): Category {
  return { color, icon, title: { fr, en, es }, ...(parent && { parent }) }
}

import { blockSchemas } from '@marquee/model'
import type { KindName } from '../../data/api.ts'
import type { Values } from '../../data/merge.ts'
import type { Language } from '../../texts/define.ts'
import type { FieldSchema } from '../schema.ts'

/** The declaration of a type of block for the editor. */
export interface BlockDeclaration {
  type: string
  /** Its name and description. */
  texts: Record<Language, readonly [name: string, about: string]>
  /** A sketch of it on 48 by 32 units: filled paths and strokes. */
  fill: string
  line: string
  /** The fields that are always shown, in order. */
  fields: string[]
  /** Fields that few need, behind a disclosure. */
  rare?: string[]
  /** The field that identifies a block in a list. */
  summary?: string
  /** The kind of the records it lists. */
  lists?: KindName
  initial: Values
}

export function declarationOf(type: unknown): BlockDeclaration | undefined {
  return declarations.find((one) => one.type === type)
}

/** The schemas of the fields of a type, from the model. */
export function schemaOfBlock(type: unknown): FieldSchema {
  const schemas = blockSchemas as unknown as (FieldSchema & { properties: { type: { const: string } } })[]
  return schemas.find(({ properties }) => properties.type.const === type) ?? {}
}

const list = (kind: KindName, initial: Values) => ({
  fields: ['title', 'format', 'query', 'navigator'],
  rare: ['height', 'key'],
  summary: 'title',
  lists: kind,
  initial,
})

/** Every type of block, in the order in which they are offered. */
export const declarations: BlockDeclaration[] = [
  {
    type: 'title',
    texts: {
      en: ['Title', 'A heading'],
      fr: ['Titre', 'Un intertitre'],
      es: ['Título', 'Un encabezado'],
    },
    fill: 'M6 9h28v6H6z',
    line: 'M6 22h18',
    fields: ['text', 'level', 'align'],
    rare: ['key'],
    summary: 'text',
    initial: { text: '', level: 2 },
  },
  {
    type: 'paragraph',
    texts: {
      en: ['Text', 'A paragraph with bold, links and lists'],
      fr: ['Texte', 'Un paragraphe avec gras, liens et listes'],
      es: ['Texto', 'Un párrafo con negrita, enlaces y listas'],
    },
    fill: '',
    line: 'M6 8h36M6 14h36M6 20h36M6 26h22',
    fields: ['text', 'align'],
    rare: ['key'],
    summary: 'text',
    initial: { text: '' },
  },
  {
    type: 'media',
    texts: {
      en: ['Pictures', 'One picture or video, or several to swipe through'],
      fr: ['Images', 'Une image ou vidéo, ou plusieurs à faire défiler'],
      es: ['Imágenes', 'Una imagen o vídeo, o varias para deslizar'],
    },
    fill: 'M8 24l9-9 7 7 5-5 11 11H8z M33 11a3 3 0 1 1 .01 0z',
    line: 'M6 5h36v22H6z',
    fields: ['values', 'format', 'ratio'],
    rare: ['height', 'autoplay', 'key'],
    initial: { values: [{}], ratio: 1.6 },
  },
  {
    type: 'button',
    texts: {
      en: ['Button', 'Leads to a page, a record or a link'],
      fr: ['Bouton', 'Mène à une page, une fiche ou un lien'],
      es: ['Botón', 'Lleva a una página, una ficha o un enlace'],
    },
    fill: 'M10 10h28a6 6 0 0 1 0 12H10a6 6 0 0 1 0-12z',
    line: '',
    fields: ['label', 'navigator', 'style', 'icon'],
    rare: ['backgroundColor', 'accentColor', 'key'],
    summary: 'label',
    initial: { label: '', style: 'filled' },
  },
  {
    type: 'section',
    texts: {
      en: ['Section', 'Groups other blocks under a title'],
      fr: ['Section', 'Regroupe d’autres blocs sous un titre'],
      es: ['Sección', 'Agrupa otros bloques bajo un título'],
    },
    fill: 'M11 8h14v4H11z',
    line: 'M6 4h36v24H6zM11 17h26M11 22h20',
    fields: ['title', 'subtitle', 'blocks', 'backgroundColor', 'accentColor'],
    rare: ['key'],
    summary: 'title',
    initial: { title: '', blocks: [] },
  },
  {
    type: 'sessions',
    texts: {
      en: ['Sessions', 'A list of the programme, chosen by a query'],
      fr: ['Sessions', 'Une liste du programme, choisie par une requête'],
      es: ['Sesiones', 'Una lista del programa, elegida por una consulta'],
    },
    fill: 'M6 6h8v8H6zM6 18h8v8H6z',
    line: 'M18 8h22M18 12h14M18 20h22M18 24h14',
    ...list('broadcastSession', { title: '', format: 'list', query: { sort: { 'time.start': 'asc' }, limit: 6 } }),
  },
  {
    type: 'hosts',
    texts: {
      en: ['Hosts', 'Artists, speakers and companies'],
      fr: ['Intervenants', 'Artistes, conférenciers et compagnies'],
      es: ['Participantes', 'Artistas, ponentes y compañías'],
    },
    fill: 'M12 16a5 5 0 1 1 .01 0zM36 16a5 5 0 1 1 .01 0zM24 16a5 5 0 1 1 .01 0z',
    line: 'M8 23h8M20 23h8M32 23h8',
    ...list('broadcastHost', { title: '', format: 'carousel', query: { sort: { title: 'asc' }, limit: 8 } }),
  },
  {
    type: 'interestPoints',
    texts: {
      en: ['Places', 'Stages, stands and facilities'],
      fr: ['Lieux', 'Scènes, stands et services'],
      es: ['Lugares', 'Escenarios, puestos y servicios'],
    },
    fill: 'M14 25c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12z',
    line: 'M27 9h15M27 15h11M27 21h13',
    ...list('broadcastInterestPoint', { title: '', format: 'list', query: { sort: { title: 'asc' }, limit: 8 } }),
  },
  {
    type: 'articles',
    texts: {
      en: ['Articles', 'The latest news'],
      fr: ['Articles', 'Les dernières nouvelles'],
      es: ['Artículos', 'Las últimas noticias'],
    },
    fill: 'M6 5h16v12H6zM26 5h16v12H26z',
    line: 'M6 21h16M6 26h10M26 21h16M26 26h10',
    ...list('broadcastArticle', { title: '', format: 'carousel', query: { sort: { publishedAt: 'desc' }, limit: 3 } }),
  },
  {
    type: 'question',
    texts: {
      en: ['Question', 'Answers to tap, each leads somewhere'],
      fr: ['Question', 'Des réponses à toucher, chacune mène quelque part'],
      es: ['Pregunta', 'Respuestas que se tocan y llevan a un lugar'],
    },
    fill: 'M6 5h24v5H6z',
    line: 'M9 16h10a3 3 0 0 1 0 8H9a3 3 0 0 1 0-8zM28 16h11a3 3 0 0 1 0 8H28a3 3 0 0 1 0-8z',
    fields: ['text', 'values'],
    rare: ['key'],
    summary: 'text',
    initial: { text: '', values: [{ label: '' }, { label: '' }] },
  },
  {
    type: 'countdown',
    texts: {
      en: ['Countdown', 'The time left until a moment'],
      fr: ['Compte à rebours', 'Le temps qui reste avant un moment'],
      es: ['Cuenta atrás', 'El tiempo que falta para un momento'],
    },
    fill: '',
    line: 'M6 9h10v14H6zM19 9h10v14H19zM32 9h10v14H32z',
    fields: ['title', 'target', 'endText'],
    rare: ['key'],
    summary: 'title',
    initial: { title: '' },
  },
  {
    type: 'map',
    texts: {
      en: ['Map', 'A plan with its places'],
      fr: ['Plan', 'Un plan et ses lieux'],
      es: ['Plano', 'Un plano con sus lugares'],
    },
    fill: 'M30 19c-3-4-5-6-5-8a5 5 0 0 1 10 0c0 2-2 4-5 8z',
    line: 'M6 8l12-3 12 3 12-3v19l-12 3-12-3-12 3zM18 5v19',
    fields: ['title', 'broadcastMapId', 'interestPointId'],
    rare: ['zoom', 'height', 'key'],
    summary: 'title',
    initial: {},
  },
  {
    type: 'embed',
    texts: {
      en: ['Embed', 'A video, player or form of another site'],
      fr: ['Intégration', 'Une vidéo, un lecteur ou un formulaire d’un autre site'],
      es: ['Contenido externo', 'Un vídeo, reproductor o formulario de otro sitio'],
    },
    fill: 'M21 11l8 5-8 5z',
    line: 'M6 5h36v22H6z',
    fields: ['url', 'title', 'ratio'],
    rare: ['height', 'key'],
    summary: 'url',
    initial: { ratio: 1.78 },
  },
  {
    type: 'socials',
    texts: {
      en: ['Networks', 'Links to your social networks'],
      fr: ['Réseaux', 'Des liens vers vos réseaux sociaux'],
      es: ['Redes', 'Enlaces a sus redes sociales'],
    },
    fill: 'M12 21a5 5 0 1 1 .01 0zM24 21a5 5 0 1 1 .01 0zM36 21a5 5 0 1 1 .01 0z',
    line: '',
    fields: ['values'],
    rare: ['key'],
    initial: { values: [{ network: 'instagram' }] },
  },
  {
    type: 'meteo',
    texts: {
      en: ['Weather', 'The forecast for a place'],
      fr: ['Météo', 'Les prévisions pour un lieu'],
      es: ['Tiempo', 'La previsión para un lugar'],
    },
    fill: 'M18 16a6 6 0 1 1 .01 0z',
    line: 'M20 24h14a5 5 0 0 0 0-10 7 7 0 0 0-13-1M14 24h6',
    fields: ['title', 'place', 'latitude', 'longitude', 'days'],
    rare: ['key'],
    summary: 'place',
    initial: { days: 3 },
  },
  {
    type: 'divider',
    texts: {
      en: ['Divider', 'A line, a wave or some space'],
      fr: ['Séparateur', 'Un trait, une vague ou un espace'],
      es: ['Separador', 'Una línea, una onda o un espacio'],
    },
    fill: '',
    line: 'M6 16q4.5-5 9 0t9 0 9 0 9 0',
    fields: ['style', 'thickness', 'color'],
    rare: ['key'],
    initial: { style: 'line' },
  },
]

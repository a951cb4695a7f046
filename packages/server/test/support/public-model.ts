import type { Queryable } from '../../src/store/db.ts'
import { sql } from '../../src/store/sql.ts'
import type { Row } from './content-model.ts'

/**
 * A reference model of public visibility in plain JavaScript, written from the specification.
 * It shares no code with the service, so that the two can be compared.
 */
export interface PublicKind {
  name: string
  plural: string
  /** The public fields, besides `_id`, `_createdAt`, `_updatedAt` and `localeDetails`. */
  fields: string[]
  localized: string[]
  /** The fields that `?expand=` accepts, with their kinds. */
  expand: Record<string, string>
  /** The fields that lists can be filtered by, besides `_id` and the two times. */
  filter: Record<string, 'text' | 'number' | 'boolean' | 'instant'>
  sort: string[]
}

const texts = ['title', 'description', 'blocks']

export const publicKinds: PublicKind[] = [
  {
    name: 'broadcastSession',
    plural: 'broadcastSessions',
    fields: [
      ...[...texts, 'status', 'time', 'categoryIds', 'hostIds', 'interestPointId', 'broadcastMapId', 'media', 'color'],
      ...['subtitle', 'type', 'languages', 'links', 'attachments', 'recording', 'feedbackUrl', 'guid', 'source'],
      ...['cancelled', 'movedFrom', 'defaultLocale'],
    ],
    localized: ['subtitle', ...texts],
    expand: {
      categoryIds: 'broadcastCategory',
      hostIds: 'broadcastHost',
      interestPointId: 'broadcastInterestPoint',
      broadcastMapId: 'broadcastMap',
      media: 'media',
    },
    filter: {
      ...{
        title: 'text',
        status: 'text',
        description: 'text',
        categoryIds: 'text',
        hostIds: 'text',
        interestPointId: 'text',
      },
      ...{ broadcastMapId: 'text', color: 'text', defaultLocale: 'text', 'time.timezone': 'text' },
      ...{ subtitle: 'text', type: 'text', languages: 'text', guid: 'text', 'source.id': 'text' },
      ...{ 'time.start': 'instant', 'time.end': 'instant', 'time.allDay': 'boolean', cancelled: 'boolean' },
    },
    sort: ['title', 'status', 'type', 'time.start', 'time.end', 'interestPointId'],
  },
  {
    name: 'broadcastInterestPoint',
    plural: 'broadcastInterestPoints',
    fields: [...texts, 'status', 'mapId', 'position', 'categoryIds', 'media', 'color', 'icon', 'navigator', 'order'],
    localized: texts,
    expand: { mapId: 'broadcastMap', categoryIds: 'broadcastCategory', media: 'media' },
    filter: {
      ...{ title: 'text', status: 'text', description: 'text', mapId: 'text', categoryIds: 'text', color: 'text' },
      ...{ 'position.x': 'number', 'position.y': 'number', order: 'number' },
    },
    sort: ['title', 'status', 'order'],
  },
  {
    name: 'broadcastMap',
    plural: 'broadcastMaps',
    fields: ['title', 'status', 'type', 'media', 'width', 'height'],
    localized: ['title'],
    expand: { media: 'media' },
    filter: { title: 'text', status: 'text', type: 'text', width: 'number', height: 'number' },
    sort: ['title', 'status'],
  },
  {
    name: 'broadcastArticle',
    plural: 'broadcastArticles',
    fields: [
      ...['title', 'status', 'content', 'publishedAt', 'coverImageUrl', 'categoryIds', 'media', 'blocks'],
      'defaultLocale',
    ],
    localized: ['title', 'content', 'blocks'],
    expand: { categoryIds: 'broadcastCategory', media: 'media' },
    filter: { title: 'text', status: 'text', publishedAt: 'instant', categoryIds: 'text', defaultLocale: 'text' },
    sort: ['title', 'status', 'publishedAt'],
  },
  {
    name: 'broadcastPage',
    plural: 'broadcastPages',
    fields: ['title', 'status', 'blocks', 'categoryIds', 'media', 'url', 'nativeContent', 'defaultLocale'],
    localized: ['title', 'blocks'],
    expand: { categoryIds: 'broadcastCategory', media: 'media' },
    filter: {
      title: 'text',
      status: 'text',
      categoryIds: 'text',
      url: 'text',
      nativeContent: 'text',
      defaultLocale: 'text',
    },
    sort: ['title', 'status', 'url'],
  },
  {
    name: 'broadcastHost',
    plural: 'broadcastHosts',
    fields: [...texts, 'status', 'subtitle', 'media', 'links', 'categoryIds'],
    localized: [...texts, 'subtitle'],
    expand: { media: 'media', categoryIds: 'broadcastCategory' },
    filter: { title: 'text', status: 'text', subtitle: 'text', description: 'text', categoryIds: 'text' },
    sort: ['title', 'status'],
  },
  {
    name: 'broadcastCategory',
    plural: 'broadcastCategories',
    fields: ['title', 'status', 'key', 'color', 'icon', 'parentId'],
    localized: ['title'],
    expand: { parentId: 'broadcastCategory' },
    filter: { title: 'text', status: 'text', key: 'text', color: 'text', parentId: 'text' },
    sort: ['title', 'status', 'key'],
  },
  {
    name: 'broadcastNetworkingForm',
    plural: 'broadcastNetworkingForms',
    fields: ['title', 'status', 'description', 'fields'],
    localized: ['title', 'description', 'fields'],
    expand: {},
    filter: { title: 'text', status: 'text', description: 'text' },
    sort: ['title', 'status'],
  },
]

/** Kinds that are public only through references from published content. They cannot be listed. */
const companions: Record<string, Pick<PublicKind, 'fields' | 'localized'>> = {
  media: {
    fields: ['mediaUrl', 'mimeType', 'size', 'width', 'height', 'alt', 'crop', 'focalPoint', 'color'],
    localized: ['alt'],
  },
  font: { fields: ['fontFamily', 'weights'], localized: [] },
  broadcast: {
    fields: [
      ...['name', 'shortDescription', 'description', 'type', 'theme', 'fontRef', 'appBar', 'bottomBar', 'menu'],
      ...['structure', 'home', 'isWeb', 'isApp', 'timezone', 'dayStart', 'dates', 'locales', 'defaultLocale'],
    ],
    localized: ['name', 'shortDescription', 'description'],
  },
}

export interface Stored {
  kind: string
  row: Row
}

/** Every record of a broadcast as stored in the database. */
export async function storedRows(db: Queryable, broadcastId: string): Promise<Stored[]> {
  const found = await db.query<{ kind: string; body: string }>(
    sql`
      select kind, body, id from records where broadcast_id = ${broadcastId}
      union all select kind, body, id from timeline where broadcast_id = ${broadcastId} order by id`,
  )
  return found.map(({ kind, body }) => ({ kind, row: JSON.parse(body) }))
}

export interface World {
  /** The ids of records that must stay hidden from the public. */
  hidden: Set<string>
  /** The public records of a kind, oldest first, as the public sees them. */
  rows(kind: string): Row[]
  find(id: string): Row | undefined
  /** The media that public records refer to. */
  medias(): Row[]
}

/** The public content at an instant; with a preview link, including drafts. */
export function publicWorld(stored: Stored[], nowMs: number, withDrafts = false): World {
  const seen = stored.filter(({ kind, row }) => isSeen(kind, row, nowMs, withDrafts))
  const hidden = new Set(stored.filter((one) => !seen.includes(one)).map(({ row }) => String(row._id)))
  const shown = seen.map(({ kind, row }) => ({ kind, row: without(hidden, publicRow(kind, row)) as Row }))
  const rows = (kind: string) => shown.filter((one) => one.kind === kind).map(({ row }) => row)
  const named = new Set(JSON.stringify(publicKinds.map(({ name }) => rows(name))).match(/[0-9a-f]{24}/g))
  return {
    hidden,
    rows,
    find: (id) => shown.find(({ row }) => row._id === id)?.row,
    medias: () => rows('media').filter(({ _id }) => named.has(String(_id))),
  }
}

export function isSeen(kind: string, row: Row, nowMs: number, withDrafts = false): boolean {
  if (kind in companions) return true
  if (!publicKinds.some(({ name }) => name === kind) || row.isPrivate === true) return false
  if (withDrafts) return true
  const isDue = typeof row.publishedAt !== 'string' || Date.parse(row.publishedAt) <= nowMs
  return row.status === 'published' && isDue
}

/** The record in a language: that locale's text, else the default locale's, else the plain one. */
export function inLanguage(kind: string, row: Row, locale: string): Row {
  const details = (row.localeDetails ?? {}) as Record<string, Row | undefined>
  const own = details[locale] ?? {}
  const usual = details[String(row.defaultLocale)] ?? {}
  const texts = kindOf(kind).localized.map((name) => [name, own[name] ?? usual[name] ?? row[name]] as const)
  return { ...row, ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)) }
}

/** The `_expanded` of a record. */
export function expanded(world: World, kind: PublicKind, row: Row, names: string[], locale?: string): Row {
  const shown = (id: unknown): Row[] => {
    const found = typeof id === 'string' ? world.find(id) : undefined
    return found ? [locale ? inLanguage(targetOf(kind, id, world), found, locale) : found] : []
  }
  const entries = names.map((name) => {
    const value = row[name]
    if (Array.isArray(value)) return [name, value.flatMap(shown)]
    const id = name === 'media' ? (value as Row | null)?.mediaId : value
    return [name, shown(id)[0] ?? null]
  })
  return Object.fromEntries(entries)
}

function targetOf(kind: PublicKind, id: unknown, world: World): string {
  const names = Object.values(kind.expand)
  return names.find((name) => world.rows(name).some(({ _id }) => _id === id)) ?? ''
}

function publicRow(kind: string, row: Row): Row {
  const { fields, localized } = kindOf(kind)
  const names = ['_id', ...fields, '_createdAt', '_updatedAt']
  const shown: Row = Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))
  if (!('localeDetails' in row)) return shown
  const details = row.localeDetails as Record<string, Row> | null
  const kept = ([locale, texts]: [string, Row]) => [
    locale,
    Object.fromEntries(Object.entries(texts).filter(([name]) => localized.includes(name))),
  ]
  return { ...shown, localeDetails: details && Object.fromEntries(Object.entries(details).map(kept)) }
}

const kindOf = (name: string) =>
  publicKinds.find((kind) => kind.name === name) ?? companions[name] ?? { fields: [], localized: [] }

/** A value without references to hidden records: removed from lists, null elsewhere. */
function without(hidden: Set<string>, value: unknown): unknown {
  const isHidden = (one: unknown) => typeof one === 'string' && hidden.has(one)
  if (isHidden(value)) return null
  if (Array.isArray(value)) return value.filter((one) => !isHidden(one)).map((one) => without(hidden, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(hidden, member)]))
}

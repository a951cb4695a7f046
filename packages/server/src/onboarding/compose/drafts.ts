import { createHash } from 'node:crypto'
import type { Palette } from '../theme/theme.ts'
import type { Site, SitePage } from './site.ts'

/** A record to write: `body` is what a create of its kind takes. */
export interface Draft {
  kind: string
  reference: string
  /** Where it came from. */
  source: { url: string; kind: string }
  body: Record<string, unknown>
  /** Fields that point to records written after it, for when those are there. */
  linked?: Record<string, unknown>
}

/** A picture that is kept, as records show it. */
export interface Picture {
  mediaId: string
  url: string
  alt: string
  width?: number | undefined
  height?: number | undefined
}

/** What composing needs besides the site. */
export interface Composing {
  site: Site
  palette: Palette
  /** The id a record has or will have; undefined for one that somebody has deleted, which stays away. */
  id(reference: string): string | undefined
  /** The kept picture of an address of the site. */
  picture(url: string | undefined, alt?: string): Picture | undefined
  nowMs: number
}

/** Everything that is made of a site, by kind. */
export interface Composition {
  categories: Draft[]
  maps: Draft[]
  places: Draft[]
  hosts: Draft[]
  sessions: Draft[]
  articles: Draft[]
  pages: { page: SitePage; draft: Draft }[]
}

/** The same thing of a site has the same reference every time, so that starting again finds it. */
export function referenceOf(kind: string, key: string): string {
  return `site:${kind}:${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}

/** The kind that a reference was made for. */
export const kindOfReference = (reference: string) => reference.split(':')[1] ?? ''

/** What a record shows of a picture. */
export const shown = (picture: Picture) => ({ mediaId: picture.mediaId, url: picture.url, alt: picture.alt })

export const lucide = (type: string) => ({ family: 'lucide', type })

/** Fields without those that are undefined. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The language as records know it; they have no German. */
export const localeOf = ({ language }: Site) => (language === 'de' ? undefined : language)

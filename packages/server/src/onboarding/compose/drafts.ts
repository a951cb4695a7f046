import { createHash } from 'node:crypto'
import type { Palette } from '../theme/theme.ts'
import { recordLocaleOf } from './language.ts'
import type { Site, SitePage } from './site.ts'

/** A record to write: `body` is a create body of its kind. */
export interface Draft {
  kind: string
  reference: string
  /** The URL it was found at. */
  source: { url: string; kind: string }
  body: Record<string, unknown>
  /** Fields that refer to records written after it, to be set once those exist. */
  linked?: Record<string, unknown>
}

/** A stored image, as records show it. */
export interface Picture {
  mediaId: string
  url: string
  alt: string
  width?: number | undefined
  height?: number | undefined
}

/** The inputs of composing besides the site. */
export interface Composing {
  site: Site
  palette: Palette
  /** The id a record has or will have; undefined for one that somebody has deleted, which is not created again. */
  id(reference: string): string | undefined
  /** The stored image for a URL of the site. */
  picture(url: string | undefined, alt?: string): Picture | undefined
  nowMs: number
}

/** All records generated from a site, by kind. */
export interface Composition {
  categories: Draft[]
  maps: Draft[]
  places: Draft[]
  hosts: Draft[]
  sessions: Draft[]
  articles: Draft[]
  pages: { page: SitePage; draft: Draft }[]
}

/** The same thing of a site always gets the same reference, so that a later run finds it. */
export function referenceOf(kind: string, key: string): string {
  return `site:${kind}:${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}

/** The kind of a reference. */
export const kindOfReference = (reference: string) => reference.split(':')[1] ?? ''

/** The media value of a record for an image. */
export const shown = (picture: Picture) => ({ mediaId: picture.mediaId, url: picture.url, alt: picture.alt })

export const lucide = (type: string) => ({ family: 'lucide', type })

/** Fields without those that are undefined. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The language as a locale of records, which are French, English and Spanish. */
export const localeOf = ({ language }: Site) => recordLocaleOf(language)

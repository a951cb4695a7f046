import { isFeed, readFeed } from './feeds.ts'
import type { FeedFound, ManifestFound, PageFound, ProgrammeFound } from './found.ts'
import { readManifest } from './read-manifest.ts'
import { readPage } from './read-page.ts'
import { hasProgramme, type ProgrammeTask, readSiteProgramme } from './read-programme.ts'
import { readStyles, type StylesFound } from './styles.ts'

/** The types of files that are read from a site, and their results. */
export interface Readings {
  page: PageFound
  /** The same page in another language. */
  translation: PageFound
  styles: StylesFound
  manifest: ManifestFound
  feed: FeedFound
  programme: ProgrammeFound
}

export type Readable = keyof Readings

/** A programme is recognized from its bytes; all other files are texts. */
export type Content<W extends Readable> = W extends 'programme' ? ProgrammeTask : string

export interface ReadTask {
  what: Readable
  content: string | ProgrammeTask
  url: string
}

/** Reads a file of a site. Undefined when it is not of the expected type. */
export async function readTask({ what, content, url }: ReadTask): Promise<Readings[Readable] | undefined> {
  if (typeof content !== 'string') return readSiteProgramme(content, url)
  if (what === 'page') return { ...readPage(content, url), hasProgramme: await hasProgramme(content, url) }
  if (what === 'translation') return { ...readPage(content, url), hasProgramme: false }
  if (what === 'styles') return readStyles(content, url)
  if (what === 'manifest') return readManifest(content, url)
  return isFeed(content) ? readFeed(content, url) : undefined
}

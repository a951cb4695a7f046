import { broadcastKinds, type Kind, kinds } from '@marquee/model'

export const formatName = 'marquee-archive'
/** Increased when older versions of Marquee could no longer read an archive. */
export const formatVersion = 1

export const manifestPath = 'marquee.json'
export const broadcastPath = 'broadcast.json'
export const mediaIndexPath = 'media/index.json'
export const changesPath = 'history/changes.jsonl'
export const revisionsPath = 'history/revisions.json'
export const contentPath = (kind: Kind) => `content/${kind.plural}.json`

/** `marquee.json`: what is inside, and how to recognize damage. */
export interface Manifest {
  format: typeof formatName
  version: number
  madeBy: { service: string; baseUrl: string }
  madeAt: string
  broadcast: { id: string; name: string }
  /** The last change of the broadcast that the archive contains. */
  sequence: number
  includes: { people: boolean; history: boolean }
  files: ListedFile[]
  media: { files: number; bytes: number }
  /** Stored credentials, which are never in an archive. */
  leftOut: { credentials: number }
}

/** A file of text in the archive. `entries` counts its records or changes. */
export interface ListedFile {
  path: string
  entries: number
  bytes: number
  sha256: string
}

/** A line of `media/index.json`. */
export interface ListedMedia {
  id: string
  path: string
  /** The name of the file when it was uploaded. */
  name: string
  size: number
  sha256: string
}

/** The kinds that people make. Analytics, runs and revisions describe one service, and stay there. */
export const contentKinds = broadcastKinds.filter(({ trash }) => trash)

/** In an archive only on request. */
export const peopleKinds = broadcastKinds.filter(({ area }) => area !== 'content')

/** The kinds that an import creates, in an order in which rules find what they look up: files of fonts, the type of a map. */
export const importedKinds = [
  ...new Set<Kind>([kinds.media, kinds.font, kinds.broadcastMap, ...contentKinds, ...peopleKinds]),
].filter((kind) => kind.area !== 'members')

/** The name of a file in the archive, readable and valid on every system. */
export function mediaPathOf(id: string, fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-80)
    .replace(/^[-.]+/, '')
  return `media/${id}-${plain || 'file'}`
}

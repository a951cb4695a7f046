import { Invalid, type Kind, kinds } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import { copyOf } from '../content/copy-record.ts'
import { maxDepth } from '../content/rules/broadcast-category.ts'
import { DamagedArchive, placeOf } from './damaged.ts'
import {
  broadcastPath,
  contentPath,
  importedKinds,
  type ListedFile,
  type ListedMedia,
  type Manifest,
  mediaIndexPath,
} from './format.ts'
import { readList, readObject } from './read-lines.ts'
import type { Unpacked } from './unpack.ts'

/** An archive whose texts were read and checked once, completely, before anything is written. */
export interface Contents {
  manifest: Manifest
  broadcast: Record<string, unknown>
  /** The ids of its records by kind. */
  ids: Map<Kind, Set<string>>
  media: ListedMedia[]
  fileOf(kind: Kind): ListedFile | undefined
}

export async function checkContents(
  archive: Unpacked,
  manifest: Manifest,
  nowMs: number,
  onChecked: (path: string) => void,
): Promise<Contents> {
  const fileOf = (kind: Kind) => manifest.files.find(({ path }) => path === contentPath(kind))
  const listed = manifest.files.find(({ path }) => path === broadcastPath)
  const broadcast = await readObject(archive, broadcastPath, listed?.sha256)
  await at(broadcastPath, async () => copyOf(kinds.broadcast, broadcast, nowMs))
  if (broadcast._id !== manifest.broadcast.id)
    throw new DamagedArchive(`${broadcastPath}: the broadcast has another id than in marquee.json.`)
  const ids = new Map<Kind, Set<string>>()
  const parents = new Map<string, string>()
  const uploaded = new Set<string>()
  for (const kind of importedKinds) {
    const file = fileOf(kind)
    if (!file) continue
    const own = new Set<string>()
    ids.set(kind, own)
    for await (const { number, value } of readList(archive, file)) {
      const place = placeOf(file.path, number)
      addId(own, value._id, place)
      await at(place, async () => copyOf(kind, value, nowMs))
      if (kind === kinds.broadcastCategory && typeof value.parentId === 'string')
        parents.set(String(value._id), value.parentId)
      if (kind === kinds.media && value.external === false) uploaded.add(String(value._id))
    }
    onChecked(file.path)
  }
  requireTree(parents)
  return { manifest, broadcast, ids, media: await checkMedia(archive, manifest, uploaded), fileOf }
}

function addId(own: Set<string>, id: unknown, place: string): void {
  if (typeof id !== 'string' || !isObjectId(id)) throw new DamagedArchive(`${place}: _id is not an id.`)
  if (own.has(id)) throw new DamagedArchive(`${place}: another entry has the same _id.`)
  own.add(id)
}

/** Categories are created before their parents may exist, so the rule of their kind does not see a loop. */
function requireTree(parents: Map<string, string>): void {
  for (const id of parents.keys()) {
    let depth = 0
    for (let above = parents.get(id); above !== undefined; above = parents.get(above)) {
      depth += 1
      if (depth > maxDepth)
        throw new DamagedArchive(
          `${contentPath(kinds.broadcastCategory)}: the category ${id} is nested more than ${maxDepth} deep, or leads back to itself.`,
        )
    }
  }
}

/** Every uploaded media has its file, and every file its media. */
async function checkMedia(archive: Unpacked, manifest: Manifest, uploaded: Set<string>): Promise<ListedMedia[]> {
  const file = manifest.files.find(({ path }) => path === mediaIndexPath)
  const media: ListedMedia[] = []
  let bytes = 0
  if (file)
    for await (const { number, value } of readList(archive, file)) {
      const place = placeOf(mediaIndexPath, number)
      const listed = listedMedia(value, place)
      if (!uploaded.delete(listed.id)) throw new DamagedArchive(`${place}: there is no uploaded media with this id.`)
      if (!archive.paths.has(listed.path)) throw new DamagedArchive(`${listed.path} is missing.`)
      if (archive.sizeOf(listed.path) !== listed.size)
        throw new DamagedArchive(`${listed.path} must have ${listed.size} bytes, as ${mediaIndexPath} says.`)
      bytes += listed.size
      media.push(listed)
    }
  const [missing] = uploaded
  if (missing !== undefined)
    throw new DamagedArchive(`${mediaIndexPath} does not list the file of the media ${missing}.`)
  if (media.length !== manifest.media.files || bytes !== manifest.media.bytes)
    throw new DamagedArchive(`${mediaIndexPath} lists other files than marquee.json says.`)
  return media
}

function listedMedia(value: Record<string, unknown>, place: string): ListedMedia {
  const { id, path, name, size, sha256 } = value
  const isListed =
    typeof id === 'string' &&
    isObjectId(id) &&
    typeof path === 'string' &&
    path.startsWith(`media/${id}-`) &&
    typeof name === 'string' &&
    typeof size === 'number' &&
    typeof sha256 === 'string'
  if (!isListed) throw new DamagedArchive(`${place}: id, path, name, size and sha256 do not describe a file.`)
  return { id, path, name, size, sha256 }
}

/** Runs a check or a write of an entry. If it is refused, the message says where the entry is. */
export async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof Invalid || (error instanceof AppError && error.status < 500)
    if (!isRefused) throw error
    throw new DamagedArchive(`${place}: ${error.message.replace(/\.$/, '')}.`, { cause: error })
  }
}

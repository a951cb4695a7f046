import { broadcastKinds, kinds } from '@marquee/model'
import { check } from '../content/shape.ts'
import { DamagedArchive } from './damaged.ts'
import {
  broadcastPath,
  contentPath,
  formatName,
  formatVersion,
  type Manifest,
  manifestPath,
  mediaIndexPath,
} from './format.ts'
import { readObject } from './read-lines.ts'
import type { Unpacked } from './unpack.ts'

/** Reads `marquee.json`, and compares it with the files that the archive has. */
export async function readManifest(archive: Unpacked, maxMediaBytes: number): Promise<Manifest> {
  if (!archive.paths.has(manifestPath))
    throw new DamagedArchive(`This is not an archive of Marquee: ${manifestPath} is missing.`)
  const found = await readObject(archive, manifestPath)
  if (found.format !== formatName)
    throw new DamagedArchive(`${manifestPath}: this is not an archive of Marquee, because its format is another one.`)
  if (typeof found.version === 'number' && found.version > formatVersion)
    throw new DamagedArchive(
      `${manifestPath}: the archive was made by a newer version of Marquee; upgrade this one first.`,
    )
  const manifest = checked(found)
  const paths = manifest.files.map(({ path }) => path)
  if (new Set(paths).size < paths.length) throw new DamagedArchive(`${manifestPath} lists a file twice.`)
  if (!paths.includes(broadcastPath)) throw new DamagedArchive(`${manifestPath} does not list ${broadcastPath}.`)
  for (const { path, bytes } of manifest.files) {
    if (!known.has(path) && !path.startsWith('history/'))
      throw new DamagedArchive(`${manifestPath} lists ${path}, which this version does not know.`)
    if (!archive.paths.has(path)) throw new DamagedArchive(`${path} is missing.`)
    if (archive.sizeOf(path) !== bytes)
      throw new DamagedArchive(`${path} must have ${bytes} bytes, as ${manifestPath} says.`)
  }
  const textBytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (textBytes > maxTextBytes)
    throw new DamagedArchive(`The texts of the archive have more than ${maxTextBytes} bytes.`)
  if (manifest.media.bytes > maxMediaBytes)
    throw new DamagedArchive(
      `The media of a broadcast can have at most ${maxMediaBytes} bytes; those of the archive have more.`,
    )
  return manifest
}

function checked(found: Record<string, unknown>): Manifest {
  try {
    return check<unknown>('archive manifest', () => manifestSchema, found) as Manifest
  } catch (error) {
    throw new DamagedArchive(`${manifestPath}: ${error instanceof Error ? error.message : ''}.`)
  }
}

const known = new Set([broadcastPath, mediaIndexPath, ...broadcastKinds.map(contentPath)])

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const manifestSchema = object({
  format: { type: 'string' },
  version: { type: 'integer', minimum: 1 },
  madeBy: object({
    service: { type: 'string', maxLength: 100 },
    baseUrl: { type: 'string', maxLength: 2_048, pattern: '^https?://' },
  }),
  madeAt: { type: 'string', maxLength: 64 },
  broadcast: object({ id: { type: 'string', format: 'objectId' }, name: kinds.broadcast.fields.name.schema }),
  sequence: count,
  includes: object({ people: { type: 'boolean' }, history: { type: 'boolean' } }),
  files: {
    type: 'array',
    maxItems: 100,
    items: object({
      path: { type: 'string', maxLength: 200 },
      entries: count,
      bytes: count,
      sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    }),
  },
  media: object({ files: count, bytes: count }),
  leftOut: object({ credentials: count }),
})

const maxTextBytes = 4_294_967_296

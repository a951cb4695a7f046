import { kinds } from '@marquee/model'
import { copyOf } from '../content/copy-record.ts'
import { addressName } from '../media/address.ts'
import type { NewMedia } from '../media/keep.ts'
import type { Media } from '../media/media.ts'
import { at, type Contents } from './contents.ts'
import type { ListedMedia } from './format.ts'
import { readList } from './read-lines.ts'
import type { Unpacked } from './unpack.ts'

/** Inspected files in temporary storage, by the id of their media in the archive. */
export interface TakenMedia {
  files: Map<string, Omit<NewMedia, 'said'>>
  /** The last part of the address of each file. */
  names: Map<string, string>
  discard(): Promise<void>
}

/** Takes every file of the archive through the same inspection as an upload. If one is refused, all are. */
export async function takeMedia(
  archive: Unpacked,
  { media: listed }: Contents,
  media: Pick<Media, 'take'>,
  onTaken: (file: ListedMedia) => void,
): Promise<TakenMedia> {
  const files: TakenMedia['files'] = new Map()
  const names = new Map<string, string>()
  const discard = async () => {
    for (const { file, stripped } of files.values()) {
      await file.discard()
      await stripped?.discard()
    }
  }
  try {
    for (const one of listed) {
      const taken = await at(one.path, () => media.take(archive.read(one.path, one.sha256), one.name))
      files.set(one.id, taken)
      names.set(one.id, addressName(taken.fileName, { hash: taken.facts.strippedHash, mimeType: taken.facts.mimeType }))
      onTaken(one)
    }
    return { files, names, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** The taken files with the fields of their records, which are copied from the archive. */
export async function describeMedia(
  archive: Unpacked,
  { fileOf }: Contents,
  { files }: TakenMedia,
  rename: (record: Record<string, unknown>) => Record<string, unknown>,
  nowMs: number,
): Promise<NewMedia[]> {
  const described: NewMedia[] = []
  const file = fileOf(kinds.media)
  if (!file) return described
  for await (const { value } of readList(archive, file)) {
    const taken = files.get(String(value._id))
    if (!taken) continue
    const record = rename(value)
    const { body, service } = copyOf(kinds.media, record, nowMs)
    described.push({ ...taken, said: body, copied: { id: String(record._id), service } })
  }
  return described
}

import { type AnyRecord, type Crop, type FieldError, Invalid, invalid, isWithinPicture } from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { type FileFacts, holdFileOf } from '../../store/records/media.ts'
import type { Rule } from './rule.ts'

/** A media belongs to the account of the broadcast, its facts match its uploaded file, and it cannot be deleted while records show it. */
export const mediaRule: Rule = {
  serviceFields: async (writing) => ({ _userId: writing.userId }),
  async restoring({ writing, before, after }) {
    if (before || after.external === true) return undefined
    return (await holdFileOf(writing.tx, writing.broadcastId, after._id)) ? undefined : 'file_gone'
  },
  async prepare({ writing, before, after }) {
    requireCrop(after)
    const isTouched = before === null || fixed.some((field) => before[field] !== after[field])
    if (after.external === true || !isTouched) return after
    const file = await holdFileOf(writing.tx, writing.broadcastId, after._id)
    if (!file) throw invalid('/external', 'upload_needed', 'can be false only for a file that was uploaded')
    const wrong = errorsOf(after, file)
    if (wrong.length > 0) throw new Invalid(wrong)
    return after
  },
  async removing({ findReferring, force }) {
    const referring = force ? [] : await findReferring()
    if (referring.length === 0) return
    const uses = referring.slice(0, maxUses)
    throw new AppError('in_use', `The media is used by ${referring.length} records; ?force=true deletes it anyway.`, {
      extra: { uses },
    })
  },
}

/** Only renditions are cropped, and those are made of uploaded pictures with pixels. */
function requireCrop({ crop, external, mimeType, width }: AnyRecord & { crop?: Crop | null }): void {
  if (!crop) return
  if (!isWithinPicture(crop)) throw invalid('/crop', 'range', 'must not reach beyond the picture')
  if (external === true) throw invalid('/crop', 'upload_needed', 'is only for a picture that was uploaded')
  const hasPixels = /^image\/(?!svg)/.test(String(mimeType)) && typeof width === 'number'
  if (!hasPixels) throw invalid('/crop', 'unsupported', 'is only for pictures with pixels, such as JPEG and PNG')
}

/** Fields that are derived from the file. */
const fixed = ['external', 'mediaUrl', 'mimeType', 'size', 'width', 'height']

function errorsOf(
  record: AnyRecord,
  { name, mimeType, size: original, strippedSize, width, height }: FileFacts & { name: string },
): FieldError[] {
  const size = strippedSize ?? original
  const isOwnAddress = String(record.mediaUrl).endsWith(`/${record._id}/${name}`)
  const facts: Record<string, unknown> = { mimeType, size, width, height }
  const wrong = Object.keys(facts).filter((field) => record[field] !== facts[field])
  return [...(isOwnAddress ? [] : ['mediaUrl']), ...wrong].map((field) => ({
    pointer: `/${field}`,
    code: 'read_only',
    message: 'is that of the uploaded file',
  }))
}

const maxUses = 100

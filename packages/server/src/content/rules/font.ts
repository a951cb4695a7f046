import { isDeepStrictEqual } from 'node:util'
import { type FieldError, Invalid, kinds } from '@marquee/model'
import { findRecords } from '../../store/records/records.ts'
import type { Rule } from './rule.ts'

/** Every weight of a typeface has a file: an external URL, or an uploaded file, which must be a font. */
export const fontRule: Rule = {
  async prepare({ writing, before, after }) {
    const weights = after.weights as { url?: string; mediaId?: string | null }[]
    if (isDeepStrictEqual(before?.weights ?? [], weights)) return after
    const ids = weights.flatMap(({ mediaId }) => mediaId ?? [])
    const found =
      ids.length > 0 ? await findRecords(writing.tx, writing.broadcastId, kinds.media, ids) : new Map<string, string>()
    const fieldErrors = weights.flatMap(({ url, mediaId }, index): FieldError[] => {
      const at = `/weights/${index}`
      if (url === undefined && !mediaId)
        return [{ pointer: `${at}/url`, code: 'required', message: 'is required unless there is a mediaId' }]
      const body = found.get(mediaId ?? '')
      const { mimeType = null } = body === undefined ? {} : JSON.parse(body)
      // The type of an external file may be unknown, and a missing upload is refused as a reference.
      if (mimeType === null || /^(font\/|application\/(x-)?font-)/.test(mimeType)) return []
      return [{ pointer: `${at}/mediaId`, code: 'not_a_font', message: 'points to a file that is not a font' }]
    })
    if (fieldErrors.length > 0) throw new Invalid(fieldErrors)
    return after
  },
}

import type { AnyRecord } from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import type { Rule } from './rule.ts'

/** A media belongs to the account of the broadcast, and is not taken from under the records that show it. */
export const mediaRule: Rule = {
  serviceFields: async (writing) => ({ _userId: writing.userId }),
  async restoring({ writing, before, after }) {
    return before || (await writing.isFileKept(writing.tx, writing.broadcastId, after)) ? undefined : 'file_gone'
  },
  async removing({ referring, force }) {
    if (force || referring.length === 0) return
    const uses = referring
      .slice(0, maxUses)
      .map(({ kind, body }) => ({ kind, id: (JSON.parse(body) as AnyRecord)._id }))
    throw new AppError(
      'in_use',
      `The media is used by ${referring.length} records; ?force=true deletes it all the same.`,
      { extra: { uses } },
    )
  },
}

const maxUses = 100

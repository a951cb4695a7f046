import { broadcastKinds, invalid, kinds } from '@marquee/model'
import { readUsage } from '../../store/records/broadcasts.ts'
import type { Writing } from '../writing.ts'
import type { RewriteRecord, Rule } from './rule.ts'

/**
 * A revision is a sequence number of the change log; the newest one is stored in the broadcast. The number is enough, because
 * numbers are assigned in commit order: all changes up to the last visible one are committed, despite concurrent writes.
 */
export const revisionRule: Rule = {
  async serviceFields(writing) {
    // Earlier writes of the same transaction are numbered first.
    await writing.tx.flush()
    const { sequence, counts } = await readUsage(writing.tx, writing.broadcastId)
    const editorial = broadcastKinds.flatMap(({ name, editorial }) =>
      editorial && counts[name] !== undefined ? [[name, counts[name]]] : [],
    )
    return { sequence, stats: Object.fromEntries(editorial) }
  },
  prepare({ after }) {
    const { accepted } = after.tos as { accepted: boolean }
    if (!accepted) throw invalid('/tos/accepted', 'required', 'must be true')
    return after
  },
  saved: ({ writing, after, rewrite }) => setRevision(writing, rewrite, () => after._id),
  removing: ({ writing, record, rewrite }) =>
    setRevision(writing, rewrite, (current) => (current === record._id ? undefined : current)),
}

/** Stores the newest revision in the broadcast, as a change of the broadcast; JSON omits an undefined one. */
const setRevision = (writing: Writing, rewrite: RewriteRecord, next: (current: unknown) => unknown) =>
  rewrite(writing, kinds.broadcast, writing.broadcastId, (broadcast) => ({
    ...broadcast,
    revisionId: next(broadcast.revisionId),
  }))

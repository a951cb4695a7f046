import { broadcastKinds, invalid, kinds } from '@marquee/model'
import { readUsage } from '../../store/records/broadcasts.ts'
import type { Writing } from '../writing.ts'
import type { RewriteRecord, Rule } from './rule.ts'

/**
 * A revision is a point of the change log; the newest one is the broadcast's. Its number is all it takes to freeze: numbers are
 * given in the order of the commits, so every change up to the last one that can be read is there, whatever is written beside it.
 */
export const revisionRule: Rule = {
  async serviceFields(writing) {
    // Earlier writes of the same transaction are counted first.
    await writing.tx.flush()
    const { sequence, counts } = await readUsage(writing.tx, writing.broadcastId, new Date(writing.nowMs))
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

/** Names the newest revision in the broadcast, as a change of the broadcast; JSON leaves out an undefined one. */
const setRevision = (writing: Writing, rewrite: RewriteRecord, next: (current: unknown) => unknown) =>
  rewrite(writing, kinds.broadcast, writing.broadcastId, (broadcast) => ({
    ...broadcast,
    revisionId: next(broadcast.revisionId),
  }))

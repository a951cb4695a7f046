import { complain, kinds } from '@marquee/model'
import { readUsage } from '../../store/broadcasts.ts'
import { setRevision } from '../set-revision.ts'
import type { Rule } from './rule.ts'

/** A revision is a point of the change log; the newest one is the broadcast's. */
export const revisionRule: Rule = {
  async serviceFields(writing) {
    // Those who wrote before in the same transaction are counted first.
    await writing.tx.flush()
    const { sequence, counts } = await readUsage(writing.tx, writing.broadcastId, new Date(writing.nowMs))
    const editorial = Object.entries(counts).filter(([name]) => editorialKinds.includes(name))
    return { sequence, stats: Object.fromEntries(editorial) }
  },
  prepare({ after }) {
    const { accepted } = after.tos as { accepted: boolean }
    if (!accepted) throw complain('/tos/accepted', 'required', 'must be true')
    return after
  },
  saved: ({ writing, after }) => setRevision(writing, () => after._id),
  removing: ({ writing, record }) => setRevision(writing, (current) => (current === record._id ? null : current)),
}

const editorialKinds: string[] = [
  kinds.broadcastSession,
  kinds.broadcastInterestPoint,
  kinds.broadcastMap,
  kinds.broadcastArticle,
  kinds.broadcastPage,
  kinds.broadcastHost,
  kinds.broadcastCategory,
  kinds.broadcastNetworkingForm,
  kinds.broadcastDiffuser,
  kinds.font,
  kinds.media,
  kinds.workflow,
].map(({ name }) => name)

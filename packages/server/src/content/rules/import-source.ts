import type { AnyRecord } from '@marquee/model'
import { deleteIdentities } from '../../store/imports/identities.ts'
import { deletePoll, setPoll } from '../../store/imports/polls.ts'
import { requireCallable } from '../outbound-urls.ts'
import type { Rule } from './rule.ts'

/** A followed source is checked at once and then in its interval. Deleting one forgets which records came from it; they stay. */
export const importSourceRule: Rule = {
  prepare({ writing, before, after }) {
    requireCallable(writing, [{ pointer: '/url', url: after.url, before: before?.url }])
    const isElsewhere = before !== null && before.url !== after.url
    return isElsewhere ? { ...after, etag: null, lastModified: null, digest: null, lastError: null } : after
  },
  async saved({ writing: { tx, broadcastId, nowMs }, before, after }) {
    const isSame = before && watched.every((name) => before[name] === after[name])
    if (isSame) return
    if (isFollowed(after)) await setPoll(tx, broadcastId, after._id, new Date(nowMs))
    else if (before) await deletePoll(tx, broadcastId, after._id)
  },
  async removing({ writing: { tx, broadcastId }, record }) {
    await deleteIdentities(tx, broadcastId, record._id)
    await deletePoll(tx, broadcastId, record._id)
  },
}

const watched = ['enabled', 'url', 'intervalMinutes']

const isFollowed = ({ enabled, url, intervalMinutes }: AnyRecord) =>
  enabled === true && url !== null && intervalMinutes !== null

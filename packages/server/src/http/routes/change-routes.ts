import { readLogPage } from '../../content/change-feed.ts'
import type { Db } from '../../store/db.ts'
import type { ChangeStreams } from '../change-streams.ts'
import { flag, integer } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { changesSchema } from './change-schemas.ts'
import { hiddenKinds } from './change-view.ts'
import { broadcastPath } from './kind-route-parts.ts'

export function changeRoutes({ db, streams }: { db: Db; streams: ChangeStreams }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/changes`,
      tag: 'changes',
      summary: 'Read the change log',
      params: {
        since: integer({
          default: 0,
          min: 0,
          description:
            'Changes after this sequence number: the `Marquee-Sequence` of a list, or `next` of the page before. One beyond the newest change is 400 `sequence_ahead`, with the newest as `sequence`: the database was restored from a backup, so read the lists again.',
        }),
        limit: integer({ default: 100, min: 1, max: 1_000, description: 'How many changes.' }),
      },
      answers: {
        200: {
          description:
            'Changes, oldest first, deletions included. Of one that the caller may not see only the number, with `withheld`.',
          schema: changesSchema,
        },
      },
      async handle({ query, membership }) {
        const { members, next, hasMore } = await readLogPage(db, membership.broadcastId, {
          ...query,
          hiddenKinds: hiddenKinds(membership),
        })
        return {
          status: 200,
          json: `{"data":[${members}],"next":${next},"has_more":${hasMore}}`,
          isSensitive: true,
        }
      },
    }),
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/changes/stream`,
      tag: 'changes',
      summary: 'Follow the change log as server-sent events',
      params: {
        since: integer({
          default: -1,
          min: 0,
          description:
            'Start after this sequence number; by default with what comes next. `Last-Event-ID` takes precedence. One beyond the newest change is 400 `sequence_ahead`, as in `.../changes`.',
        }),
        presence: flag(
          'With `presence` events: who is on a record, each time that somebody enters it, moves to another of its fields or leaves. Only for signed-in people.',
        ),
      },
      answers: {
        200: {
          description:
            'One `change` event a change, with the sequence number as its id and the entry of `/changes` as its data. A `presence` event has no id.',
          contentType: 'text/event-stream',
        },
      },
      async handle(call) {
        if (call.request.method === 'HEAD')
          return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, isSensitive: true }
        await streams.open(call)
        return undefined
      },
    }),
  ]
}

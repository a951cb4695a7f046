import { kinds, shapes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { type EditionChoice, requestDuplicate } from '../../archive/duplications.ts'
import type { ExportBroadcast } from '../../archive/export.ts'
import type { Clock } from '../../base/clock.ts'
import { check } from '../../content/shape.ts'
import type { RunOnce } from '../idempotent.ts'
import { flag } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { shape as jobSchema, showJob } from './job-routes.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface ArchiveRouteParts {
  exportBroadcast: ExportBroadcast
  runOnce: RunOnce
  clock: Clock
}

/** The whole broadcast as one file, and as a copy for its next edition. Imports are a command, because they can take minutes and need the files of the service. */
export function archiveRoutes({ exportBroadcast, runOnce, clock }: ArchiveRouteParts): Route[] {
  return [
    forMembers('archive.read', {
      method: 'GET',
      path: `${broadcastPath}/archive`,
      tag: kinds.broadcast.name,
      summary: 'Download the broadcast with its media as an archive',
      isSensitive: true,
      params: {
        history: flag('Include the change log and the revisions.'),
        people: flag('Include contacts, visitors’ apps and members.'),
      },
      answers: {
        200: {
          description:
            'A zip file with readable JSON and the original files, as of one point of the change log. It contains no secrets. `marquee broadcast import` creates a broadcast from it.',
          contentType: 'application/zip',
        },
      },
      async handle({ query, membership, principal, request, reply }) {
        if (request.method === 'HEAD')
          return { status: 200, headers: { 'content-type': 'application/zip' }, isSensitive: true }
        const { fileName, stream } = await exportBroadcast(membership.broadcastId, actorOf(principal), query)
        reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .type('application/zip')
          .send(stream)
        return undefined
      },
    }),
    forMembers('broadcast.duplicate', {
      method: 'POST',
      path: `${broadcastPath}/duplicate`,
      tag: kinds.broadcast.name,
      summary: 'Duplicate the broadcast for its next edition',
      body: { schema: choiceSchema, example: { name: 'Nuits du Port 2028', startDate: '2028-06-30' } },
      answers: {
        202: {
          description:
            'The queued job; the `broadcastId` of its result is the copy, which is private and belongs to the caller. Copied are all editorial content and files: articles become drafts, workflows are disabled. People, campaigns, keys, webhooks and secrets stay behind. Nothing of the copy is visible before it is complete.',
          schema: jobSchema,
          headers: ['location'],
        },
      },
      handle(call) {
        const choice = check<EditionChoice>('broadcast duplicate', () => choiceSchema, call.body)
        const { principal, membership } = call
        const { userId, broadcastId } = membership
        return runOnce(call, scopeOf(call), async (tx) => {
          const by = { userId: principal.type === 'user' ? principal.id : userId, actor: actorOf(principal) }
          const job = await requestDuplicate(tx, clock, broadcastId, choice, by)
          const location = `/v1/users/${userId}/broadcasts/${broadcastId}/jobs/${job.id}`
          return { answer: { status: 202, json: showJob(job), headers: { location } } }
        })
      },
    }),
  ]
}

const choiceSchema = {
  title: 'BroadcastDuplicate',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: kinds.broadcast.fields.name.schema,
    sessions: { type: 'boolean', default: true, description: 'Whether sessions are copied.' },
    shiftDays: {
      type: 'integer',
      minimum: -36_525,
      maximum: 36_525,
      examples: [364],
      description: 'By how many local days all dates are moved; a session at 18:00 stays at 18:00.',
    },
    startDate: {
      ...shapes.CalendarDay,
      description: 'Instead of `shiftDays`: the first day of the next edition.',
    },
  },
}

import { exampleRecord, kinds } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { notFound } from '../../base/errors.ts'
import { restoreTrashed } from '../../content/restore-trashed.ts'
import { check } from '../../content/shape.ts'
import { purge, readTrash, readTrashed } from '../../content/trash.ts'
import type { Writing } from '../../content/writing.ts'
import type { Tx } from '../../store/db.ts'
import { choice, integer, text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import {
  broadcastPath,
  deleteResult,
  deleteResultSchema,
  dryRun,
  idIn,
  type KindRouteParts,
  rehearsalAnswer,
  scopeOf,
} from './kind-route-parts.ts'
import {
  entryExample,
  purgedSchema,
  restoredRecordSchema,
  trashedKinds,
  trashedSchema,
  trashSchema,
} from './trash-schemas.ts'

export interface TrashRouteParts extends KindRouteParts {
  trashDays: number
}

const tag = 'trash'
const path = `${broadcastPath}/trash`

/** Deleted records: list, restore, purge. */
export function trashRoutes(parts: TrashRouteParts): Route[] {
  return [listRoute(parts), readRoute(parts), restoreRoute(parts), purgeRoute(parts), emptyRoute(parts)]
}

const timeOf = ({ clock, trashDays }: TrashRouteParts) => ({ nowMs: clock.now(), trashDays })

function listRoute(parts: TrashRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path,
    tag,
    summary: 'List deleted records, latest first',
    params: {
      kind: choice(trashedKinds, { default: null, description: 'Only records of this kind.' }),
      q: text('Only records whose title contains this.', 200),
      limit: integer({ default: 50, min: 1, max: 200, description: 'How many records.' }),
      cursor: text('The `next` of the page before.', 80),
    },
    answers: {
      200: {
        description: 'Deleted records that can be restored.',
        schema: trashSchema,
        example: { data: [entryExample], next: null, has_more: false, kept_days: 30 },
      },
    },
    handle: async ({ query, membership }) => ({
      status: 200,
      json: await readTrash(parts.db, membership.broadcastId, timeOf(parts), query),
      etag: true,
    }),
  })
}

function readRoute(parts: TrashRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${path}/:recordId`,
    tag,
    summary: 'Read a deleted record',
    answers: {
      200: {
        description: 'The record as it was when it was deleted.',
        schema: trashedSchema,
        example: { ...entryExample, record: exampleRecord(kinds.broadcastHost) },
      },
    },
    async handle({ params, membership }) {
      const { entry, body } = await readTrashed(
        parts.db,
        membership.broadcastId,
        idIn(params, 'recordId'),
        timeOf(parts),
      )
      return { status: 200, json: `${JSON.stringify(entry).slice(0, -1)},"record":${body}}`, etag: true }
    },
  })
}

function restoreRoute(parts: TrashRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${path}/:recordId/restore`,
    tag,
    summary: 'Restore a deleted record, with the references to it',
    params: { dry_run: dryRun },
    body: { schema: emptyBody, optional: true },
    answers: {
      200: {
        description:
          'The record with its old id. Workflows are disabled and scheduled campaigns are drafts, so that nothing starts by itself.',
        schema: restoredRecordSchema,
        example: {
          kind: 'broadcastHost',
          record: exampleRecord(kinds.broadcastHost),
          referrers: { restored: 3, left_out: 0 },
          left_out: [],
        },
      },
      409: { description: 'Another record has taken a unique value of it, such as its `_reference`.' },
      410: { description: 'A media whose file is missing.' },
    },
    async handle(call) {
      check('trash restore', () => emptyBody, call.body)
      const id = idIn(call.params, 'recordId')
      const work = (writing: Writing) => restoreTrashed(writing, id)
      if (call.query.dry_run) {
        return rehearsalAnswer(parts.content, call, 200, async (writing) => (await work(writing)).record)
      }
      const restore = async (tx: Tx) => {
        const restored = await parts.content.writeIn(tx, call.membership, actorOf(call.principal), work)
        return { answer: { status: 200, json: restored } }
      }
      return parts.runOnce(call, scopeOf(call), restore, call.membership.broadcastId)
    },
  })
}

function purgeRoute(parts: TrashRouteParts): Route {
  return forMembers('trash.purge', {
    method: 'DELETE',
    path: `${path}/:recordId`,
    tag,
    summary: 'Purge a deleted record',
    answers: {
      200: {
        description: 'It can no longer be restored. Its earlier versions stay in the change log until that is pruned.',
        schema: deleteResultSchema,
        example: deleteResult(kinds.broadcastHost, entryExample.id),
      },
    },
    async handle({ params, membership, principal }) {
      const id = idIn(params, 'recordId')
      const [gone] = await parts.db.transaction((tx) =>
        purge(tx, membership.broadcastId, actorOf(principal), id, timeOf(parts)),
      )
      if (!gone) throw notFound()
      return { status: 200, json: deleteResult({ name: gone.kind }, id) }
    },
  })
}

function emptyRoute(parts: TrashRouteParts): Route {
  return forMembers('trash.purge', {
    method: 'DELETE',
    path,
    tag,
    summary: 'Purge all deleted records',
    answers: {
      200: { description: 'None of them can be restored.', schema: purgedSchema, example: { purged: 12 } },
    },
    async handle({ membership, principal }) {
      const gone = await parts.db.transaction((tx) =>
        purge(tx, membership.broadcastId, actorOf(principal), null, timeOf(parts)),
      )
      return { status: 200, json: { purged: gone.length } }
    },
  })
}

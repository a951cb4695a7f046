import { invalid, kinds, shapes } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import { restoreRevision } from '../../content/restore.ts'
import { diffRevisions } from '../../content/revisions.ts'
import { check } from '../../content/shape.ts'
import type { Writing } from '../../content/writing.ts'
import type { Tx } from '../../store/db.ts'
import { integer, type Param, text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath, dryRun, type KindRouteParts, rehearsalAnswer, scopeOf } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'
import { leftOutSchema } from './left-out-schema.ts'

/** Comparing and restoring revisions. */
export function revisionRoutes(parts: KindRouteParts): Route[] {
  return [diffRoute(parts), restoreRoute(parts)]
}

const kind = kinds.revision
const path = `${broadcastPath}/${kind.plural}/:${kind.name}Id`

function diffRoute({ db }: KindRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${path}/diff`,
    tag: kind.name,
    summary: 'Compare a revision with another or with the current state',
    kept: 'content',
    params: {
      to,
      limit: integer({ default: 50, min: 1, max: 200, description: 'How many records.' }),
      cursor: text('The `next` of the page before.', 80),
    },
    answers: {
      200: { description: 'Records that differ, by kind and id.', schema: diffSchema, example: diffExample },
    },
    async handle({ params, query, membership }) {
      const page = await diffRevisions(db, membership.broadcastId, { revisionId: idOf(params, kind), ...query })
      return { status: 200, json: page, etag: true }
    },
  })
}

function restoreRoute({ content, runOnce }: KindRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${path}/restore`,
    tag: kind.name,
    summary: 'Restore the editorial content of a revision',
    params: { dry_run: dryRun },
    body: { schema: restoreSchema, optional: true, example: { ifSequence: 1842 } },
    answers: {
      200: {
        description: 'The restored records, written in one transaction.',
        schema: restoredSchema,
        example: {
          from_sequence: 1842,
          sequence: 1861,
          restored: { added: 2, changed: 16, removed: 1 },
          left_out: [],
        },
      },
      412: { description: 'The broadcast has changed since `ifSequence`.' },
    },
    async handle(call) {
      const revisionId = idOf(call.params, kind)
      const { ifSequence } = check<{ ifSequence?: number }>('restore', () => restoreSchema, call.body)
      const work = (writing: Writing) => restoreRevision(writing, revisionId, ifSequence)
      if (call.query.dry_run) {
        let restored = {}
        const answer = await rehearsalAnswer(content, call, 200, async (writing) => {
          restored = await work(writing)
          return null
        })
        return { ...answer, json: { ...Object(answer.json), ...restored } }
      }
      const restore = async (tx: Tx) => {
        const restored = await content.writeIn(tx, call.membership, actorOf(call.principal), work)
        return { answer: { status: 200, json: restored } }
      }
      return runOnce(call, scopeOf(call), restore, call.membership.broadcastId)
    },
  })
}

const to: Param<string> = {
  schema: { type: 'string', default: 'current' },
  description: 'The id of another revision, older or newer, or `current`.',
  default: 'current',
  parse(value, at) {
    if (value !== 'current' && !isObjectId(value))
      throw invalid(at, 'format', `must be \`current\` or an id: ${objectIdRule}`)
    return value
  },
}

const restoreSchema = {
  title: 'Restore',
  type: 'object',
  additionalProperties: false,
  properties: {
    ifSequence: {
      type: 'integer',
      minimum: 0,
      description:
        'Refuses with 412 when the broadcast has changed since: the `from_sequence` of a dry run, or the `to.sequence` of a diff.',
    },
  },
}

const restoredSchema = {
  title: 'Restored',
  type: 'object',
  required: ['from_sequence', 'sequence', 'restored', 'left_out'],
  properties: {
    from_sequence: { type: 'integer', description: 'The last change before the restore.' },
    sequence: { type: 'integer', description: 'The last change of the restore.' },
    restored: {
      type: 'object',
      required: ['added', 'changed', 'removed'],
      properties: { added: { type: 'integer' }, changed: { type: 'integer' }, removed: { type: 'integer' } },
    },
    left_out: {
      type: 'array',
      description:
        'Records and fields that could not be restored: media whose file was deleted, unique values that others have taken.',
      items: leftOutSchema,
    },
  },
}

const endSchema = {
  type: 'object',
  required: ['revisionId', 'sequence'],
  properties: { revisionId: { ...shapes.ObjectId, type: ['string', 'null'] }, sequence: { type: 'integer' } },
}

const diffSchema = {
  title: 'RevisionDiff',
  type: 'object',
  required: ['from', 'to', 'data', 'next', 'has_more'],
  properties: {
    from: endSchema,
    to: endSchema,
    data: {
      type: 'array',
      items: {
        title: 'RecordDiff',
        type: 'object',
        required: ['kind', 'id', 'title', 'operation', 'fields'],
        properties: {
          kind: { type: 'string' },
          id: shapes.ObjectId,
          title: { type: ['string', 'null'], description: 'Its name for people.' },
          operation: { type: 'string', enum: ['added', 'changed', 'removed'] },
          fields: {
            type: 'array',
            description: 'The differences of a changed record; at most 200.',
            items: {
              title: 'FieldDiff',
              type: 'object',
              required: ['pointer'],
              properties: {
                pointer: { type: 'string', description: 'A JSON pointer into the record.' },
                before: { description: 'Absent where there was nothing.' },
                after: { description: 'Absent where there is nothing.' },
                truncated: {
                  type: 'boolean',
                  const: true,
                  description:
                    'A text is truncated after 2,000 characters, a longer object or list is null; `?at=` shows the whole value.',
                },
              },
            },
          },
          truncated: { type: 'boolean', const: true, description: 'There are more differences.' },
        },
      },
    },
    next: { type: ['string', 'null'], description: 'The `cursor` of the next page.' },
    has_more: { type: 'boolean' },
  },
}

const diffExample = {
  from: { revisionId: '66a1f0c2d4e5b60718293a4b', sequence: 1790 },
  to: { revisionId: null, sequence: 1842 },
  data: [
    {
      kind: 'broadcastSession',
      id: '66a1f0c2d4e5b60718293a4c',
      title: 'Opening concert',
      operation: 'changed',
      fields: [{ pointer: '/time/start', before: '2027-07-02T18:00:00.000Z', after: '2027-07-02T18:30:00.000Z' }],
    },
  ],
  next: null,
  has_more: false,
}

import { kinds } from '@marquee/model'
import { findHooked } from '../../content/hook.ts'
import { check } from '../../content/shape.ts'
import type { Imports } from '../../imports/imports.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, open, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { type HookRouteParts, hookRoute } from './hook-route.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'

export interface ImportSourceRouteParts extends HookRouteParts {
  imports: Imports
  runOnce: RunOnce
}

const kind = kinds.importSource
const tag = kind.name
const onePath = `${broadcastPath}/${kind.plural}/:${kind.name}Id`

/** Followed sources: checking one now, and the address by which other systems wake it. */
export function importSourceRoutes(parts: ImportSourceRouteParts): Route[] {
  const { imports, db, runOnce } = parts
  return [
    forMembers('content.write', {
      method: 'POST',
      path: `${onePath}/poll`,
      tag,
      summary: 'Check a source for changes now',
      body: { schema: emptyBody, optional: true, example: {} },
      answers: {
        202: {
          description: 'The check is queued. `lastCheckedAt` and `lastError` of the source show its end.',
          schema: emptyBody,
        },
      },
      handle: (call) =>
        runOnce(call, scopeOf(call), async (tx) => {
          check('source poll', () => emptyBody, call.body)
          await imports.check(tx, call.membership.broadcastId, idOf(call.params, kind))
          return { answer: { status: 202, json: {} } }
        }),
    }),
    hookRoute(parts, {
      kind,
      under: '/v1/hooks/',
      summary: 'Show or replace the address that wakes a source',
      description:
        'A POST to this address, with any body, checks the source. After `replace` the old address is unknown.',
    }),
    open(
      'Systems that cannot sign in call it when their programme changed; the token in the address is the proof.',
      {
        method: 'POST',
        path: '/v1/hooks/:token',
        tag,
        summary: 'Wake a source',
        takesNoIdempotencyKey: true,
        refuses: [404],
        answers: { 202: { description: 'The check is queued.', schema: emptyBody } },
        async handle({ params }) {
          const { broadcastId, record } = await findHooked(parts, kind, params.token ?? '')
          await db.transaction((tx) => imports.check(tx, broadcastId, record._id))
          return { status: 202, json: {}, isSensitive: true }
        },
      },
      'writes',
    ),
  ]
}

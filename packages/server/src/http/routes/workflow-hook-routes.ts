import { kinds } from '@marquee/model'
import { findHooked } from '../../content/hook.ts'
import { openSecret, secretContext } from '../../content/secrets.ts'
import type { Workflows } from '../../workflows/workflows.ts'
import { open, type Route } from '../route.ts'
import { type HookRouteParts, hookRoute } from './hook-route.ts'

const kind = kinds.workflow
const under = '/v1/hooks/workflows/'

/** The address of a workflow, and its calls. */
export function workflowHookRoutes(parts: HookRouteParts & { workflows: Workflows }): Route[] {
  const { vault, workflows } = parts
  return [
    hookRoute(parts, {
      kind,
      under,
      summary: 'Show or replace the address that starts a workflow',
      description:
        'A POST of JSON to this address starts the workflow, if its trigger is `webhook`. After `replace` the old address is unknown.',
    }),
    open(
      'Other services call it; the token in the address is the proof, and a signature if the workflow has a secret.',
      {
        method: 'POST',
        path: `${under}:token`,
        tag: kind.name,
        summary: 'Start a workflow by its address',
        takesNoIdempotencyKey: true,
        takesAnyQuery: true,
        refuses: [401, 403, 404],
        body: { schema: anyJson, maxBytes, example: { event: 'order.created', tickets: 2 } },
        answers: {
          202: {
            description:
              'The run is queued. Its `input` is `{body, headers, query}`. A call with the `webhook-id` or `Idempotency-Key` of an earlier one starts nothing and gets the id of its run.',
            schema: startedSchema,
            example: { runId: '66a1f0c2d4e5b60718293a4d' },
          },
        },
        async handle({ params, body, rawBody, headers, query }) {
          const { broadcastId, record, secrets } = await findHooked(parts, kind, params.token ?? '')
          const stored = openSecret(secrets, 'hookSecret', vault, secretContext(broadcastId, kind, record._id))
          const secret = stored === undefined ? undefined : String(stored)
          const call = { body, rawBody, headers, query: query as Record<string, string>, secret }
          const runId = await workflows.startByWebhook(broadcastId, record, call)
          return { status: 202, json: { runId }, isSensitive: true }
        },
      },
      'writes',
    ),
  ]
}

/** The input of a run has at most 256 KiB. */
const maxBytes = 200_000

const anyJson = { title: 'WorkflowCall', description: 'Any JSON.' }

const startedSchema = {
  title: 'WorkflowStarted',
  type: 'object',
  required: ['runId'],
  properties: { runId: { type: 'string' } },
}

import Type from 'typebox'
import { always, defineKind, list, nullable, optional } from '../kind.ts'
import { Choice, FreeForm, Nullable, Shape } from '../shapes/scalars.ts'

const NodeResult = Shape(
  {
    executionId: Type.String(),
    index: Type.Integer({ minimum: 0 }),
    nodeId: Type.String(),
    nodeType: Type.String(),
    routeTaken: Nullable(Choice('onSuccess', 'onError')),
    durationMs: Type.Number(),
  },
  { title: 'NodeResult' },
)

export const workflowRun = defineKind({
  name: 'workflowRun',
  plural: 'workflowRuns',
  about: 'One execution of a workflow, with what each node did.',
  door: 'operational',
  operations: ['list', 'read', 'delete'],
  fields: {
    workflowId: nullable(Type.String({ maxLength: 24 }), { filter: true, readOnly: true }),
    status: always(Choice('queued', 'running', 'succeeded', 'failed', 'cancelled', 'timedOut'), {
      default: 'queued',
      readOnly: true,
      sort: true,
    }),
    durationMs: optional(Type.Number(), { readOnly: true, sort: true }),
    invokedNodeCount: always(Type.Integer({ minimum: 0 }), { default: 0, readOnly: true, sort: true }),
    context: always(FreeForm, { default: {}, readOnly: true }),
    nodeResults: list(NodeResult, { readOnly: true, maxItems: 10_000 }),
  },
})

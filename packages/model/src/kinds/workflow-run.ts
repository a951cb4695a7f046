import { always, defineKind, list, nullable, optional } from '../kind.ts'
import { Anything, Choice, FreeForm, Instant, Nullable, ObjectId, Shape } from '../shapes/scalars.ts'
import Type from '../type.ts'

const Failure = { code: Type.String(), message: Type.String() }

const NodeResult = Shape(
  {
    executionId: Type.String(),
    index: Type.Integer({ minimum: 0 }),
    nodeId: Type.String(),
    nodeType: Type.String(),
    routeTaken: Nullable(Choice('onSuccess', 'onError')),
    durationMs: Type.Number(),
    status: Type.Optional(Choice('running', 'succeeded', 'failed')),
    startedAt: Type.Optional(Instant),
    /** The number of attempts, including the first. */
    attempts: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The iteration of each enclosing loop, outermost first. */
    iterations: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
    error: Type.Optional(Shape(Failure)),
    output: Type.Optional(Anything),
    /** True when `output` was too large and is the truncated JSON text. */
    outputCut: Type.Optional(Type.Boolean()),
    logs: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'NodeResult' },
)

export const workflowRun = defineKind({
  name: 'workflowRun',
  plural: 'workflowRuns',
  about: 'One execution of a workflow, with what each node did.',
  logging: 'unlogged',
  operations: ['list', 'read', 'delete'],
  fields: {
    workflowId: nullable(Type.String({ maxLength: 24 }), { filter: true, readOnly: true }),
    workflowVersion: nullable(Instant, { readOnly: true, label: 'Version of the workflow' }),
    previousRunId: nullable(ObjectId, { filter: true, readOnly: true, label: 'Run it repeats' }),
    trigger: nullable(Choice('manual', 'interval', 'schedule', 'once', 'change', 'webhook'), {
      filter: true,
      readOnly: true,
    }),
    status: always(Choice('queued', 'running', 'succeeded', 'failed', 'cancelled', 'timedOut'), {
      default: 'queued',
      readOnly: true,
      sort: true,
    }),
    startedAt: nullable(Instant, { readOnly: true, sort: true, label: 'Started' }),
    finishedAt: nullable(Instant, { readOnly: true, sort: true, label: 'Finished' }),
    durationMs: optional(Type.Number(), { readOnly: true, sort: true }),
    invokedNodeCount: always(Type.Integer({ minimum: 0 }), { default: 0, readOnly: true, sort: true }),
    error: nullable(Shape({ ...Failure, nodeId: Nullable(Type.String()) }), { readOnly: true }),
    context: always(FreeForm, { default: {}, readOnly: true }),
    nodeResults: list(NodeResult, { readOnly: true, maxItems: 10_000 }),
  },
})

import type { TSchema } from 'typebox'
import { ChangeOperation } from '../change.ts'
import { always, defineKind, list, nullable, optional, required } from '../kind.ts'
import { Anything, ByType, Choice, Description, Instant, Name, ObjectId, Shape, TimeZone } from '../shapes/scalars.ts'
import { WebhookSecret } from '../shapes/webhook-secret.ts'
import { WorkflowNode } from '../shapes/workflow-node.ts'
import Type from '../type.ts'

/** Only the type is needed: a workflow that is disabled can be incomplete. */
const Trigger = ByType('WorkflowTrigger', [
  trigger('manual', {}),
  trigger('interval', { everySeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })) }),
  trigger('schedule', { cron: Type.Optional(Type.String({ maxLength: 200 })), timezone: Type.Optional(TimeZone) }),
  trigger('once', { at: Type.Optional(Instant) }),
  eventTrigger('change', {
    kind: Type.Optional(Type.String({ maxLength: 40, examples: ['broadcastSession'] })),
    operations: Type.Optional(Type.Array(ChangeOperation, { maxItems: 4, uniqueItems: true })),
    filters: Type.Optional(Type.Array(Anything, { maxItems: 50 })),
  }),
  eventTrigger('webhook', {}),
])

const Warning = Shape(
  { pointer: Type.String(), code: Type.String(), message: Type.String() },
  { title: 'WorkflowWarning' },
)

export const workflow = defineKind({
  name: 'workflow',
  plural: 'workflows',
  about: 'Steps that run on demand, by the clock, when content changes or when another service calls.',
  editorial: true,
  fields: {
    name: required(Name(5_000, 'Daily import'), { sort: true }),
    description: optional(Description, { filter: true }),
    status: always(Choice('enabled', 'disabled'), { default: 'disabled', sort: true, keptOnRestore: true }),
    timeLimitSeconds: optional(Type.Integer({ minimum: 1, maximum: 900 }), { label: 'Time limit of a run' }),
    trigger: always(Trigger, { default: { type: 'manual' }, filter: ['type'] }),
    entryNodeId: optional(Type.String({ minLength: 1, maxLength: 200 })),
    nodes: list(WorkflowNode, { maxItems: 500 }),
    hookSecret: nullable(WebhookSecret, { secret: true, label: 'Secret of the webhook' }),
    hookVersion: nullable(ObjectId, { readOnly: true, label: 'Version of the hook' }),
    warnings: list(Warning, { maxItems: 50, readOnly: true, derived: true }),
  },
})

function trigger<const T extends string, P extends Record<string, TSchema>>(type: T, own: P) {
  return triggerShape(type, {
    ...own,
    misfire: Type.Optional(Choice('once', 'skip')),
    overlap: Type.Optional(Choice('skip', 'queue', 'parallel')),
  })
}

/** Every event starts a run: none is skipped. */
function eventTrigger<const T extends string, P extends Record<string, TSchema>>(type: T, own: P) {
  return triggerShape(type, { ...own, overlap: Type.Optional(Choice('queue', 'parallel')) })
}

function triggerShape<const T extends string, P extends Record<string, TSchema>>(type: T, own: P) {
  return Shape(
    { type: Type.Literal(type), ...own },
    { title: `${type.charAt(0).toUpperCase()}${type.slice(1)}Trigger` },
  )
}

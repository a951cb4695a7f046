import Type, { type TSchema } from 'typebox'
import { always, defineKind, list, optional, required } from '../kind.ts'
import { ByType, Choice, Description, Instant, Name, Shape, TimeZone } from '../shapes/scalars.ts'
import { WorkflowNode } from '../shapes/workflow-node.ts'

/** Only the type is needed: a workflow that is disabled can be incomplete. */
const Trigger = ByType('WorkflowTrigger', [
  trigger('manual', {}),
  trigger('interval', { everySeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })) }),
  trigger('schedule', { cron: Type.Optional(Type.String({ maxLength: 200 })), timezone: Type.Optional(TimeZone) }),
  trigger('once', { at: Type.Optional(Instant) }),
])

const Warning = Shape(
  { pointer: Type.String(), code: Type.String(), message: Type.String() },
  { title: 'WorkflowWarning' },
)

export const workflow = defineKind({
  name: 'workflow',
  plural: 'workflows',
  about: 'Steps that run on demand or by the clock.',
  editorial: true,
  fields: {
    name: required(Name(5_000, 'Daily import'), { sort: true }),
    description: optional(Description, { filter: true }),
    status: always(Choice('enabled', 'disabled'), { default: 'disabled', sort: true, keptOnRestore: true }),
    timeLimitSeconds: optional(Type.Integer({ minimum: 1, maximum: 900 }), { label: 'Time limit of a run' }),
    trigger: always(Trigger, { default: { type: 'manual' }, filter: ['type'] }),
    entryNodeId: optional(Type.String({ minLength: 1, maxLength: 200 })),
    nodes: list(WorkflowNode, { maxItems: 500 }),
    warnings: list(Warning, { maxItems: 50, readOnly: true, derived: true }),
  },
})

function trigger<const T extends string, P extends Record<string, TSchema>>(type: T, own: P) {
  return Shape(
    {
      type: Type.Literal(type),
      ...own,
      misfire: Type.Optional(Choice('once', 'skip')),
      overlap: Type.Optional(Choice('skip', 'queue', 'parallel')),
    },
    { title: `${type.charAt(0).toUpperCase()}${type.slice(1)}Trigger` },
  )
}

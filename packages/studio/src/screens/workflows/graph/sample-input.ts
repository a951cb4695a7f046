import { type AnyRecord, carriesIdsOnly, exampleRecord, kindNamed } from '@marquee/model'
import type { Trigger } from './trigger-words.ts'

/** An input as the trigger makes one, to try the workflow with; undefined where any input is as good. */
export function sampleInput(
  { type, kind: name, operations = [] }: Trigger,
  newest: AnyRecord | undefined,
): Record<string, unknown> | undefined {
  if (type === 'webhook') {
    return { body: { event: 'order.created', tickets: 2 }, headers: { 'content-type': 'application/json' }, query: {} }
  }
  if (type !== 'change' || name === undefined) return undefined
  const kind = kindNamed(name)
  const isPerson = carriesIdsOnly(kind)
  const record: Record<string, unknown> = newest ?? exampleRecord(kind)
  return {
    sequence: 1,
    kind: name,
    id: record._id,
    operation: operations[0] ?? 'update',
    fields: isPerson ? [] : [kind.fields.title ? 'title' : (Object.keys(kind.fields)[1] ?? '')],
    record: isPerson ? null : record,
  }
}

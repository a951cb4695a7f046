import { type AnyRecord, carriesIdsOnly, type FieldError, Invalid, type Kind, parseFilters } from '@marquee/model'
import type { LoggedChange } from '../store/changes/changes.ts'
import { followableKinds } from './reach.ts'
import type { Trigger } from './schedule.ts'

/** Errors in a trigger of type `change`, which keep its workflow from being enabled. */
export function changeTriggerErrors({ kind: name, operations = [], filters = [] }: Trigger): FieldError[] {
  const at = (field: string, code: FieldError['code'], message: string): FieldError[] => [
    { pointer: `/trigger/${field}`, code, message },
  ]
  const missing = operations.length > 0 ? [] : at('operations', 'required', 'is required')
  if (!name) return [...at('kind', 'required', 'is required'), ...missing]
  const kind = followableKinds.find((one) => one.name === name)
  if (!kind)
    return at('kind', 'enum', `must be one of ${followableKinds.map((one) => one.name).join(', ')}`).concat(missing)
  if (filters.length > 0 && carriesIdsOnly(kind))
    return [...missing, ...at('filters', 'unsupported', 'must be empty: workflows cannot read the data of people')]
  return [...missing, ...filterErrors(kind, filters)]
}

function filterErrors(kind: Kind, filters: unknown[]): FieldError[] {
  try {
    parseFilters(kind, filters, '$and', 'UTC', '/trigger/filters')
    return []
  } catch (error) {
    if (error instanceof Invalid) return error.fieldErrors
    throw error
  }
}

/** Whether a change is one that the trigger names, apart from its filters. */
export const isNamedBy = ({ kind, operations = [] }: Trigger, change: LoggedChange) =>
  change.kind === kind && operations.includes(change.operation)

/**
 * Whether a change may start a workflow, given the workflows that led to the change. None of those starts again, so that there are
 * no loops; and the chain has an end where each starts another.
 */
export const mayFollow = (chain: string[], workflowId: string) => chain.length < maxChain && !chain.includes(workflowId)

/** The input of a run that a change starts. Of people it has the id only, as webhooks do. */
export function inputOf(change: LoggedChange, kind: Kind, record: AnyRecord | null): Record<string, unknown> {
  const { sequence, record_id: id, operation } = change
  const isPerson = carriesIdsOnly(kind)
  const isTooLong = Buffer.byteLength(change.body ?? '') > maxRecordBytes
  return {
    sequence,
    kind: kind.name,
    id,
    operation,
    fields: isPerson ? [] : change.fields,
    record: isPerson || isTooLong ? null : record,
    ...(isTooLong && { truncated: true }),
  }
}

const maxChain = 5
/** The input of a run has at most 256 KiB. */
const maxRecordBytes = 250_000

import type { LoggedChange } from '../store/changes.ts'

/** A row of the change log as callers see it. What a deleted record was stays with us. */
export function showChange(change: LoggedChange): string {
  const head = {
    sequence: change.sequence,
    kind: change.kind,
    id: change.record_id,
    operation: change.operation,
    fields: change.fields,
    at: change.at.toISOString(),
    actor: JSON.parse(change.actor),
  }
  const record = change.operation === 'delete' || change.body === null ? 'null' : change.body
  return `${JSON.stringify(head).slice(0, -1)},"record":${record}}`
}

import { invalid, knownNames, quoted } from './invalid.ts'
import type { Kind } from './kind.ts'
import { type QueryField, queryFields } from './queryable.ts'

export interface SortStep {
  field: QueryField
  descending: boolean
}

/** Parses the `sort` of a list query. `_id` is always the last step, so that the order is total; alone it means newest first. */
export function parseSort(kind: Kind, sort: unknown, at = '?sort'): SortStep[] {
  if (typeof sort !== 'object' || sort === null || Array.isArray(sort)) {
    throw invalid(at, 'type', 'must be a JSON object such as {"_createdAt":"desc"}')
  }
  const fields = queryFields(kind)
  const entries = Object.entries(sort)
  if (entries.length > maxSteps) throw invalid(at, 'too_many', `can name at most ${maxSteps} fields`)
  const steps = entries.map(([name, direction]) => {
    const field = fields.get(name)
    if (!field?.sortable) {
      const sortable = [...fields.values()].filter((one) => one.sortable).map((one) => one.name)
      const message = `${quoted(name)} is not a field to sort by${knownNames(sortable)}`
      throw invalid(`${at}/${name}`, 'unknown_field', message)
    }
    if (direction !== 'asc' && direction !== 'desc') throw invalid(`${at}/${name}`, 'enum', 'must be asc or desc')
    return { field, descending: direction === 'desc' }
  })
  return steps.some((step) => step.field.name === '_id') ? steps : [...steps, ...defaultSort(kind, steps)]
}

export function defaultSort(kind: Kind, before: SortStep[] = []): SortStep[] {
  const field = queryFields(kind).get('_id')
  return field ? [{ field, descending: before.length === 0 }] : []
}

const maxSteps = 5

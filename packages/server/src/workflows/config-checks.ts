import type { FieldError } from '@marquee/model'
import { fixedValue, isExpression, isGiven } from './expression.ts'

/** The configuration of a node that is checked before it runs. */
export interface Checking {
  config: Record<string, unknown>
  pointer: string
  /** All nodes of the workflow. */
  nodeIds: string[]
}

export function required({ config, pointer }: Checking, name: string): FieldError[] {
  return isGiven(config[name]) ? [] : [{ pointer: `${pointer}/${name}`, code: 'required', message: 'is required' }]
}

/** A text that is fixed in the definition: a value that is evaluated at run time must never become code or a route of the graph. */
export function fixed(checking: Checking, name: string): FieldError[] {
  const { config, pointer } = checking
  if (isExpression(config[name]))
    return [{ pointer: `${pointer}/${name}/useExpression`, code: 'fixed', message: 'must be a fixed value' }]
  const missing = required(checking, name)
  if (missing.length > 0 || typeof fixedValue(config[name]) === 'string') return missing
  return [{ pointer: `${pointer}/${name}/value`, code: 'type', message: 'must be string' }]
}

export function oneOf({ config, pointer }: Checking, name: string, values: readonly string[]): FieldError[] {
  const value = fixedValue(config[name])
  if (value === undefined || value === null || (typeof value === 'string' && values.includes(value))) return []
  return [{ pointer: `${pointer}/${name}/value`, code: 'enum', message: `must be one of ${values.join(', ')}` }]
}

export function within({ config, pointer }: Checking, name: string, min: number, max: number): FieldError[] {
  const value = fixedValue(config[name])
  if (value === undefined || value === null) return []
  if (typeof value === 'number' && value >= min && value <= max) return []
  return [{ pointer: `${pointer}/${name}/value`, code: 'range', message: `must be from ${min} to ${max}` }]
}

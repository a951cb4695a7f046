import { type FieldError, isLogic, type WorkflowNode } from '@marquee/model'
import { fixedValue, isExpression, isGiven, wrapperComplaints } from './expression.ts'
import { findReachable, mayRun, operationNames, reachableKinds } from './reach.ts'

/** What is missing or wrong in the configuration of a node, field by field. */
export function configComplaints(node: WorkflowNode, pointer: string, nodeIds: string[]): FieldError[] {
  const config = node.config ?? {}
  const found = [...wrapperComplaints(config, pointer), ...checks[node.type]({ config, pointer, nodeIds })]
  const seen = new Set<string>()
  return found.filter(({ pointer: at }) => !seen.has(at) && seen.add(at))
}

interface Checking {
  config: Record<string, unknown>
  pointer: string
  nodeIds: string[]
}

const checks: Record<WorkflowNode['type'], (checking: Checking) => FieldError[]> = {
  amply: amplyComplaints,
  http: (checking) => [
    ...required(checking, 'url'),
    ...oneOf(checking, 'method', httpMethods),
    ...oneOf(checking, 'responseType', ['json', 'text']),
    ...within(checking, 'timeoutMs', 1, 60_000),
  ],
  auth: (checking) => required(checking, 'authDataId'),
  foreach: (checking) => [
    ...required(checking, 'items'),
    ...fixed(checking, 'entryNodeId'),
    ...bodyComplaints(checking),
  ],
  if: (checking) => required(checking, 'condition'),
  code: (checking) => [...fixed(checking, 'code'), ...codeComplaints(checking)],
}

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function amplyComplaints(checking: Checking): FieldError[] {
  const { config, pointer } = checking
  const operation = operationNames.find((name) => name === fixedValue(config.operation))
  const resource = fixedValue(config.resource)
  const kind = findReachable(resource)
  const fieldErrors = [
    ...required(checking, 'operation'),
    ...oneOf(checking, 'operation', operationNames),
    ...required(checking, 'resource'),
  ]
  const at = (name: string, code: string, message: string) =>
    fieldErrors.push({ pointer: `${pointer}/${name}`, code, message })
  if (typeof resource === 'string' && !kind)
    at('resource/value', 'enum', `must be one of ${reachableKinds.map(({ name }) => name).join(', ')}`)
  if (operation && kind && !mayRun(kind, operation))
    at('operation/value', 'enum', 'is nothing that can be done with this kind')
  if (operation && ['read', 'update', 'delete'].includes(operation)) fieldErrors.push(...required(checking, 'id'))
  if (operation === 'create' || operation === 'update') fieldErrors.push(...required(checking, 'body'))
  const metadata = Object(config.metadata)
  const logic = fixedValue(metadata.filtersLogical)
  if (logic !== undefined && logic !== null && !isLogic(logic))
    at('metadata/filtersLogical/value', 'enum', 'must be one of $and, $or, $nor')
  return fieldErrors
}

function bodyComplaints({ config, pointer, nodeIds }: Checking): FieldError[] {
  const entry = fixedValue(config.entryNodeId)
  if (typeof entry !== 'string' || nodeIds.includes(entry)) return []
  return [{ pointer: `${pointer}/entryNodeId/value`, code: 'unknown_node', message: 'names no node of the workflow' }]
}

function codeComplaints({ config, pointer }: Checking): FieldError[] {
  const code = fixedValue(config.code)
  if (typeof code !== 'string' || Buffer.byteLength(code) <= maxCodeBytes) return []
  return [{ pointer: `${pointer}/code/value`, code: 'too_large', message: `may have ${maxCodeBytes} bytes` }]
}

const maxCodeBytes = 65_536

function required({ config, pointer }: Checking, name: string): FieldError[] {
  return isGiven(config[name]) ? [] : [{ pointer: `${pointer}/${name}`, code: 'required', message: 'is required' }]
}

/** A text that stands in the definition: what is worked out at run time must never become code or a way through the graph. */
function fixed(checking: Checking, name: string): FieldError[] {
  const { config, pointer } = checking
  if (isExpression(config[name]))
    return [{ pointer: `${pointer}/${name}/useExpression`, code: 'fixed', message: 'must be a fixed value' }]
  const missing = required(checking, name)
  if (missing.length > 0 || typeof fixedValue(config[name]) === 'string') return missing
  return [{ pointer: `${pointer}/${name}/value`, code: 'type', message: 'must be string' }]
}

function oneOf({ config, pointer }: Checking, name: string, values: readonly string[]): FieldError[] {
  const value = fixedValue(config[name])
  if (value === undefined || value === null || (typeof value === 'string' && values.includes(value))) return []
  return [{ pointer: `${pointer}/${name}/value`, code: 'enum', message: `must be one of ${values.join(', ')}` }]
}

function within({ config, pointer }: Checking, name: string, min: number, max: number): FieldError[] {
  const value = fixedValue(config[name])
  if (value === undefined || value === null) return []
  if (typeof value === 'number' && value >= min && value <= max) return []
  return [{ pointer: `${pointer}/${name}/value`, code: 'range', message: `must be from ${min} to ${max}` }]
}

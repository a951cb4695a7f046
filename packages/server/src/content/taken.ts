import { type AnyRecord, type Kind, quoted } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { ruleOf } from './rules/index.ts'

/** The record of a write, and the body as it was sent. Absent when several are written together. */
export interface Written {
  record?: AnyRecord | undefined
  sent?: unknown
}

/** The refusal of a value that another record has. */
export function takenError(kind: Kind, field: string, { record, sent }: Written): AppError {
  const another = exampleOf(kind, field, record?.[field])
  const taken = ruleOf(kind).taken?.({ field, sent: Object(sent), another }) ?? {
    pointer: `/${field}`,
    code: 'taken',
    message: `is taken by another ${kind.name}; choose another${another}`,
  }
  const code = field === '_reference' ? 'reference_taken' : 'value_taken'
  return new AppError(code, `Another ${kind.name} has this ${field}.`, { errors: [taken] })
}

/** ", such as ...": a value that may be free, for texts without a form of their own. */
function exampleOf(kind: Kind, field: string, value: unknown): string {
  const { format } = (kind.fields[field]?.schema ?? {}) as { format?: string }
  return format === undefined && typeof value === 'string' && value.length <= 60
    ? `, such as ${quoted(`${value}-2`)}`
    : ''
}

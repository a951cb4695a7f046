import type { FieldErrorCode } from './field-error-codes.ts'

/** One validation error: a JSON pointer into the body (or `?name` for a query parameter), a stable code, a sentence. */
export interface FieldError {
  pointer: string
  code: FieldErrorCode
  message: string
  params?: ErrorParams
}

/** The constraint that a value breaks, for clients that write their own sentence by the code. */
export interface ErrorParams {
  /** Of a length, a number of entries or a number: the most or the least that is allowed. */
  limit?: number
  /** The values to choose from. */
  allowed?: (string | number)[]
  /** What kind of text is expected: `email`, `uri`, `date-time`, `time-zone`, `objectId`. */
  format?: string
  /** The regular expression that a text must match. */
  pattern?: string
}

/** The input breaks a rule of the model. Nothing was changed. */
export class Invalid extends Error {
  readonly fieldErrors: FieldError[]

  constructor(fieldErrors: FieldError[]) {
    const first = fieldErrors[0]
    super(first ? `${first.pointer || 'The body'}: ${first.message}` : 'The request is invalid.')
    this.fieldErrors = fieldErrors
  }
}

/** "; known are a, b": the allowed names at the end of an error, where they are few enough to be read. */
export function knownNames(names: readonly string[]): string {
  return names.length > 0 && names.length <= maxListed ? `; known are ${names.join(', ')}` : ''
}

/** A name that was sent, as an error quotes it. */
export const quoted = (name: string) => JSON.stringify([...name].slice(0, 100).join(''))

const maxListed = 30

export function invalid(pointer: string, code: FieldErrorCode, message: string, params?: ErrorParams): Invalid {
  return new Invalid([{ pointer, code, message, ...(params && { params }) }])
}

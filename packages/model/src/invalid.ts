/** One validation error: a JSON pointer into the body (or `?name` for a query parameter), a stable code, a sentence. */
export interface FieldError {
  pointer: string
  code: string
  message: string
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

export function invalid(pointer: string, code: string, message: string): Invalid {
  return new Invalid([{ pointer, code, message }])
}

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

/** "; known are a, b": the allowed names at the end of an error, where they are few enough to be read. */
export function knownNames(names: readonly string[]): string {
  return names.length > 0 && names.length <= maxListed ? `; known are ${names.join(', ')}` : ''
}

/** A name that was sent, as an error quotes it. */
export const quoted = (name: string) => JSON.stringify([...name].slice(0, 100).join(''))

const maxListed = 30

export function invalid(pointer: string, code: string, message: string): Invalid {
  return new Invalid([{ pointer, code, message }])
}

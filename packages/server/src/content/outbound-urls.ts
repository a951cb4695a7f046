import { type FieldError, Invalid } from '@marquee/model'
import type { Writing } from './writing.ts'

/** An address in a body that the service will call. */
export interface CalledUrl {
  pointer: string
  url: unknown
  /** The stored value. It keeps working until it is changed. */
  before?: unknown
}

/** Refuses new addresses that the service never calls. The addresses of a name can change, so they are checked with every call. */
export function requireCallable({ refusalOf }: Writing, called: CalledUrl[]): void {
  const errors = called.flatMap(({ pointer, url, before }): FieldError[] => {
    const reason = typeof url === 'string' && url !== before && URL.canParse(url) ? refusalOf(url) : undefined
    return reason === undefined ? [] : [{ pointer, code: 'forbidden_url', message: `must be a public URL; ${reason}` }]
  })
  if (errors.length > 0) throw new Invalid(errors)
}

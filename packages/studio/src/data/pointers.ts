import type { FieldError } from './api.ts'

/** The errors of a response by JSON pointer. */
export type ErrorsByPointer = ReadonlyMap<string, string>

export function errorsByPointer(errors: readonly FieldError[]): ErrorsByPointer {
  const byPointer = new Map<string, string>()
  for (const { pointer, message } of errors) {
    const known = byPointer.get(pointer)
    byPointer.set(pointer, known === undefined ? message : `${known}; ${message}`)
  }
  return byPointer
}

/** The errors at a pointer itself. */
export function errorAt(errors: ErrorsByPointer, pointer: string): string | undefined {
  return errors.get(pointer)
}

/** The errors at a pointer or below it, for editors that show a value as a whole. */
export function errorWithin(errors: ErrorsByPointer, pointer: string): string | undefined {
  const own = errors.get(pointer)
  if (own !== undefined) return own
  for (const [place, message] of errors) {
    if (place.startsWith(`${pointer}/`)) return `${place.slice(pointer.length + 1).replaceAll('/', ' › ')}: ${message}`
  }
  return undefined
}

/** The errors that remain when a field is edited again. */
export function withoutErrorsOf(errors: ErrorsByPointer, field: string): ErrorsByPointer {
  const pointer = pointerTo(field)
  return new Map([...errors].filter(([place]) => place !== pointer && !place.startsWith(`${pointer}/`)))
}

export function pointerTo(...path: (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

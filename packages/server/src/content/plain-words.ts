import { allKinds, Invalid, type View, viewOf } from '@marquee/model'
import { AppError, type ErrorDetails } from '../base/errors.ts'

/** Runs a call of Surface A; its errors name kinds and fields as Surface A does: place, reference. */
export async function inPlainWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(error.fieldErrors.map(inPlainText))
    if (error instanceof AppError) throw new AppError(error.code, plainText(error.message), plainDetails(error.details))
    throw error
  }
}

/** Runs a write of a record; its errors point into the body as it was sent. */
export async function pointingInto<T>(view: View, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(plainPointers(view, error.fieldErrors))
    if (error instanceof AppError && error.details.errors) {
      const errors = plainPointers(view, error.details.errors)
      throw new AppError(error.code, error.message, { ...error.details, errors })
    }
    throw error
  }
}

/** Errors of a record, with the pointers of the view. */
export const plainPointers = <E extends { pointer: string }>(view: View, errors: E[]): E[] =>
  errors.map((error) => ({ ...error, pointer: plainPointer(view, error.pointer) }))

function plainPointer(view: View, pointer: string): string {
  const [ofRecord, ofView] = view.pointers.find(([start]) => pointer.startsWith(start)) ?? ['', '']
  return ofView + pointer.slice(ofRecord.length)
}

function plainDetails({ errors, extra, ...rest }: ErrorDetails): ErrorDetails {
  return {
    ...rest,
    ...(errors && { errors: errors.map(inPlainText) }),
    ...(extra && {
      extra: { ...extra, ...(Array.isArray(extra.conflicts) && { conflicts: extra.conflicts.map(plainConflict) }) },
    }),
  }
}

interface Conflicting {
  records: { kind: string; pointer?: string }[]
}

const plainConflict = (conflict: Conflicting): Conflicting => ({
  ...conflict,
  records: conflict.records.map((record) => {
    const view = viewOf(record.kind)
    const pointer = view && record.pointer !== undefined ? { pointer: plainPointer(view, record.pointer) } : {}
    return { ...record, kind: plainText(record.kind), ...pointer }
  }),
})

const inPlainText = <E extends { message: string }>(error: E): E => ({ ...error, message: plainText(error.message) })

/** A sentence with the words of Surface A in place of the names of kinds and common fields. */
const plainText = (text: string) =>
  text.replaceAll(/\b(?:broadcast[A-Z]\w*|_reference)\b/g, (word) => words.get(word) ?? word)

/** Kinds that Surface A does not show lose the prefix. */
const withoutPrefix = (name: string) => name.replace(/^broadcast([A-Z])/, (_, first: string) => first.toLowerCase())

const words = new Map([
  ...allKinds.flatMap(({ name, plural }): [string, string][] => [
    [name, viewOf(name)?.name ?? withoutPrefix(name)],
    [plural, viewOf(name)?.plural ?? withoutPrefix(plural)],
  ]),
  ['_reference', 'reference'],
])

import { type FieldError, findReferences, Invalid, type Kind } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { normalizeInstants } from './instants.ts'
import { zoneFor } from './prepare-record.ts'
import { referenceErrors } from './references.ts'
import { check, isTooLargeToExplain, shapeErrors } from './shape.ts'
import { maxErrors } from './shape-errors.ts'
import type { Writing } from './writing.ts'

type Body = Record<string, unknown>

/** How a body that was refused is checked once more, for all its errors. */
export interface Recheck {
  writing: Writing
  kind: Kind
  body: unknown
  /** All errors of its shape. */
  shape(body: Body): FieldError[]
  /** Runs the checks that follow the shape, except those of references, on the fields without errors. Absent for a record that does not exist. */
  draft?: ((sent: Body) => Promise<unknown>) | undefined
}

/** Runs a write; a refused body is refused with every error it has, instead of those of the first failed check. */
export async function withAllErrors<T>(work: () => Promise<T>, recheck: () => Promise<Recheck>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    throw new Invalid(await allErrors(await recheck(), error.fieldErrors))
  }
}

/** Checks a body that is no record: its shape, and then the fields without errors by `more`. It is refused with all errors. */
export async function checkWhole<T>(
  name: string,
  schema: () => object,
  body: unknown,
  more: (sent: Partial<T>) => Promise<FieldError[]>,
): Promise<T> {
  const ofShape = isObject(body) && !isTooLargeToExplain(body) ? shapeErrors(name, schema, body) : []
  const sent = ofShape.length > 0 ? withoutErrors(Object(body), ofShape) : check(name, schema, body)
  const errors = oneForEach([ofShape, await more(sent as Partial<T>)])
  if (errors.length > 0) throw new Invalid(errors)
  return body as T
}

/** Every error of a body: its shape, its times, its references, the rules of its kind. `found` are the errors known already. */
export async function allErrors(recheck: Recheck, found: FieldError[] = []): Promise<FieldError[]> {
  const { writing, kind, body } = recheck
  if (!isObject(body) || isTooLargeToExplain(body)) return found
  const shape = recheck.shape(body)
  const times = await errorsOf(() => normalizeInstants(kind, copyOf(body), () => zoneFor(writing, kind, body)))
  const plain = oneForEach([shape, times])
  // Records are locked before those they refer to, as in a write that succeeds.
  const ofRules = await ruleErrors(recheck, body, plain)
  const references = findReferences(kind, body).filter(
    ({ pointer }) => !plain.some((one) => overlap(one.pointer, pointer)),
  )
  return oneForEach([plain, await referenceErrors(writing, references), ofRules, found]).slice(0, maxErrors)
}

/** One value has one error: of errors that overlap, that of the earlier list is kept. */
export function oneForEach(lists: FieldError[][]): FieldError[] {
  let known: FieldError[] = []
  for (const list of lists)
    known = known.concat(list.filter(({ pointer }) => !known.some((one) => overlap(one.pointer, pointer))))
  return known
}

/** The body without the fields that have an error. */
export function withoutErrors(body: Body, errors: FieldError[]): Body {
  const faulty = new Set(errors.map(({ pointer }) => fieldOf(pointer)))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !faulty.has(name)))
}

/** The errors of the later checks. Each of them stops at its first refusal, so they are repeated without the fields it named. */
async function ruleErrors({ kind, draft }: Recheck, body: Body, known: FieldError[]): Promise<FieldError[]> {
  let errors: FieldError[] = []
  for (let pass = 0; draft && pass < maxPasses; pass++) {
    const rest = withoutErrors(body, [...known, ...errors])
    const more = oneForEach([known, errors, await errorsOf(() => draft(copyOf(rest)))]).slice(
      known.length + errors.length,
    )
    errors = [...errors, ...more]
    if (!more.some(({ pointer }) => fieldOf(pointer) in kind.fields)) break
  }
  return errors
}

async function errorsOf(check: () => Promise<unknown>): Promise<FieldError[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (error instanceof Invalid) return error.fieldErrors
    // An invalid body comes before a conflict with what is stored.
    if (error instanceof AppError) return []
    throw error
  }
}

/** Whether two pointers name the same value, or one a part of the other. An error of the whole body overlaps only itself. */
function overlap(one: string, other: string): boolean {
  if (one === other) return true
  return one !== '' && other !== '' && (one.startsWith(`${other}/`) || other.startsWith(`${one}/`))
}

const fieldOf = (pointer: string) => (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
const copyOf = (body: Body): Body => JSON.parse(JSON.stringify(body))
export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxPasses = 5

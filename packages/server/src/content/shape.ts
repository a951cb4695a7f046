import { createRequire } from 'node:module'
import {
  createSchema,
  domainOf,
  type FieldError,
  hoistTitled,
  Invalid,
  isCalendarDay,
  isLanguageTag,
  isTimeZone,
  isUrlFor,
  type Kind,
  type LeadsTo,
  patchSchema,
} from '@marquee/model'
import type { Ajv2020, Options, SchemaObject, ValidateFunction } from 'ajv/dist/2020.js'
import { hasMoreValues } from '../base/json.ts'
import { isObjectId } from '../base/object-id.ts'
import { isPushAuth, isPushKey } from './push-keys.ts'
import { isMarker, secretFields } from './secrets.ts'
import { fieldErrorsOf } from './shape-errors.ts'

/** Refuses an invalid body for creating a record of the kind. */
export function checkCreate(kind: Kind, body: unknown): Record<string, unknown> {
  return check(`${kind.name} create`, () => createSchema(kind), withoutMarkers(kind, body))
}

/** Refuses an invalid patch of a record of the kind. */
export function checkPatch(kind: Kind, body: unknown): Record<string, unknown> {
  return check(`${kind.name} patch`, () => patchSchema(kind), withoutMarkers(kind, body))
}

/** A secret is returned as `{"set": true}`, which leaves the stored one unchanged when it is sent back. */
function withoutMarkers(kind: Kind, body: unknown): unknown {
  const sent: Record<string, unknown> = Object(body)
  const marked = secretFields(kind).flatMap(({ name, field }) =>
    field.secret === true && isMarker(sent[name]) ? [name] : [],
  )
  if (marked.length === 0) return body
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !marked.includes(name)))
}

/** The errors of some fields of a kind, whether or not others are required. */
export function errorsOf(kind: Kind, fields: Record<string, unknown>): FieldError[] {
  try {
    checkPatch(kind, fields)
    return []
  } catch (error) {
    if (error instanceof Invalid) return error.fieldErrors
    throw error
  }
}

/** Refuses a value that does not match a named schema. */
export function check<T = Record<string, unknown>>(name: string, schema: () => object, body: unknown): T {
  const validate = failFast.compiled(name, schema)
  if (validate(body)) return body as T
  // Collecting all errors takes time quadratic in their number, so it is done only for bodies with few values.
  const errors = isTooLargeToExplain(body) ? [] : shapeErrors(name, schema, body)
  if (errors.length > 0) throw new Invalid(errors)
  throw new Invalid(fieldErrorsOf(validate.errors ?? []))
}

/** Every error of a body's shape, for one that was refused already and has few values. */
export function shapeErrors(name: string, schema: () => object, body: unknown): FieldError[] {
  const explain = thorough.compiled(name, schema)
  return explain(body) ? [] : fieldErrorsOf(explain.errors ?? [])
}

export const createErrors = (kind: Kind, body: unknown) =>
  shapeErrors(`${kind.name} create`, () => createSchema(kind), withoutMarkers(kind, body))

export const patchErrors = (kind: Kind, body: unknown) =>
  shapeErrors(`${kind.name} patch`, () => patchSchema(kind), withoutMarkers(kind, body))

/** Whether a body has too many values for all its errors to be gathered. */
export const isTooLargeToExplain = (body: unknown) => hasMoreValues(body, maxExplained)

const maxExplained = 2_000

/** The validator is 64 files. It is loaded with the first body, so that a start does not wait for it. */
export const loadValidator = () => require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')

const require = createRequire(import.meta.url)

function openAjv({ allErrors }: { allErrors: boolean }): Ajv2020 {
  const { Ajv2020 } = loadValidator()
  return new Ajv2020({ ...ajvOptions, allErrors }).addKeyword({
    keyword: 'leadsTo',
    type: 'string',
    schemaType: 'string',
    validate: (leadsTo: LeadsTo, text: string) => isUrlFor(leadsTo, text),
  })
}

/** Compiles schemas, which takes milliseconds, at the first use of each. */
function createValidators(options: { allErrors: boolean }) {
  let opened: Ajv2020 | undefined
  const validators = new Map<string, ValidateFunction>()
  const components: Record<string, object> = {}
  const added = new Set<string>()
  return {
    compiled(name: string, schema: () => object): ValidateFunction {
      const known = validators.get(name)
      if (known) return known
      opened ??= openAjv(options)
      const ajv = opened
      const hoisted = hoistTitled(schema(), '', components)
      for (const [title, component] of Object.entries(components)) {
        if (!added.has(title)) ajv.addSchema({ ...component, $id: title } as SchemaObject)
        added.add(title)
      }
      const validate = ajv.compile(hoisted.schema as SchemaObject)
      validators.set(name, validate)
      return validate
    },
  }
}

const ajvOptions: Options = {
  discriminator: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  // Errors carry the schema they come from: `leadsTo` has a message for each of its values.
  verbose: true,
  keywords: ['media', 'refersTo', 'isLocale', 'byLocale', 'localized'],
  formats: {
    objectId: isObjectId,
    'date-time': true,
    date: isCalendarDay,
    'time-zone': isTimeZone,
    'language-tag': isLanguageTag,
    // URLs are checked by `leadsTo`.
    uri: true,
    'push-key': isPushKey,
    'push-auth': isPushAuth,
    'idn-hostname': (text: string) => domainOf(text) !== undefined,
    email: /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,255}$/,
  },
}

const failFast = createValidators({ allErrors: false })
const thorough = createValidators({ allErrors: true })

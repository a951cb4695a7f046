import {
  createSchema,
  type FieldError,
  hoistTitled,
  Invalid,
  isTimeZone,
  isUrlFor,
  type Kind,
  type LeadsTo,
  patchSchema,
} from '@marquee/model'
import { Ajv2020, type ErrorObject, type Options, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { hasMoreValues } from '../base/json.ts'
import { isObjectId } from '../base/object-id.ts'
import { isPushAuth, isPushKey } from './push-keys.ts'

/** Refuses an invalid body for creating a record of the kind. */
export function checkCreate(kind: Kind, body: unknown): Record<string, unknown> {
  return check(`${kind.name} create`, () => createSchema(kind), body)
}

/** Refuses an invalid patch of a record of the kind. */
export function checkPatch(kind: Kind, body: unknown): Record<string, unknown> {
  return check(`${kind.name} patch`, () => patchSchema(kind), body)
}

/** Refuses a value that does not match a named schema. */
export function check<T = Record<string, unknown>>(name: string, schema: () => object, body: unknown): T {
  const validate = failFast.compiled(name, schema)
  if (validate(body)) return body as T
  // Collecting all errors takes time quadratic in their number, so it is done only for bodies with few values.
  if (!hasMoreValues(body, maxExplained)) {
    const explain = thorough.compiled(name, schema)
    if (!explain(body)) throw new Invalid(fieldErrorsOf(explain.errors ?? []))
  }
  throw new Invalid(fieldErrorsOf(validate.errors ?? []))
}

const maxErrors = 50
const maxExplained = 2_000

/** Compiles schemas, which takes milliseconds, at the first use of each. */
function createValidators({ allErrors }: { allErrors: boolean }) {
  const ajv = new Ajv2020({ ...ajvOptions, allErrors })
  ajv.addKeyword({
    keyword: 'leadsTo',
    type: 'string',
    schemaType: 'string',
    validate: (leadsTo: LeadsTo, text: string) => isUrlFor(leadsTo, text),
  })
  const validators = new Map<string, ValidateFunction>()
  const components: Record<string, object> = {}
  const added = new Set<string>()
  return {
    compiled(name: string, schema: () => object): ValidateFunction {
      const known = validators.get(name)
      if (known) return known
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
  keywords: ['media', 'refersTo'],
  formats: {
    objectId: isObjectId,
    'date-time': true,
    'time-zone': isTimeZone,
    // URLs are checked by `leadsTo`.
    uri: true,
    'push-key': isPushKey,
    'push-auth': isPushAuth,
    email: /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,255}$/,
  },
}

const failFast = createValidators({ allErrors: false })
const thorough = createValidators({ allErrors: true })

function fieldErrorsOf(errors: ErrorObject[]): FieldError[] {
  const fieldErrors = new Map<string, FieldError>()
  for (const error of errors) {
    const fieldError = fieldErrorOf(error)
    const key = `${fieldError.pointer} ${fieldError.code}`
    if (!fieldErrors.has(key)) fieldErrors.set(key, fieldError)
    if (fieldErrors.size >= maxErrors) break
  }
  return [...fieldErrors.values()]
}

function fieldErrorOf({ instancePath, keyword, params, schema, message = 'is invalid' }: ErrorObject): FieldError {
  const member = (name: unknown) => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: member(params.additionalProperty), code: 'unknown_field', message: 'is not a field here' }
    case 'required':
      return { pointer: member(params.missingProperty), code: 'required', message: 'is required' }
    case 'discriminator':
      if (params.error === 'tag') return { pointer: member(params.tag), code: 'required', message: 'is required' }
      return { pointer: member(params.tag), code: 'enum', message: 'is not a known type' }
    case 'enum':
      return {
        pointer: instancePath,
        code: 'enum',
        message: `must be one of ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}`,
      }
    case 'type':
      return { pointer: instancePath, code: 'type', message: `must be ${[params.type].flat().join(' or ')}` }
    case 'format':
      return {
        pointer: instancePath,
        code: 'format',
        message: `must be ${formatNames[params.format] ?? params.format}`,
      }
    case 'leadsTo':
      return { pointer: instancePath, code: 'format', message: urlMessages[schema as LeadsTo] }
    default:
      return { pointer: instancePath, code: snake(keyword), message: message.replace('NOT', 'not') }
  }
}

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const formatNames: Record<string, string> = {
  objectId: 'an object id: 24 lower-case hexadecimal characters',
  'time-zone': 'the name of a time zone, such as Europe/Paris',
  'push-key': 'a point of the curve P-256, uncompressed: 65 bytes in base64url',
  'push-auth': '16 bytes in base64url',
  email: 'an e-mail address',
}

const urlMessages: Record<LeadsTo, string> = {
  web: 'must be a complete URL that begins with https:// or http://',
  webOrContact: 'must be a complete URL that begins with https:// or http://, or a mailto: or tel: link',
  webOrPath: 'must be a path such as /programme, or a complete URL that begins with https:// or http://',
}

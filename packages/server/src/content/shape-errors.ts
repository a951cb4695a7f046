import { type FieldError, type FieldErrorCode, fieldErrorCodes, type LeadsTo } from '@marquee/model'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { objectIdRule } from '../base/object-id.ts'

/** The errors of a validation in sentences, one for each value at fault. */
export function fieldErrorsOf(errors: ErrorObject[]): FieldError[] {
  const fieldErrors = new Map<string, FieldError>()
  for (const error of errors) {
    const fieldError = fieldErrorOf(error)
    if (!fieldErrors.has(fieldError.pointer)) fieldErrors.set(fieldError.pointer, fieldError)
    if (fieldErrors.size >= maxErrors) break
  }
  return [...fieldErrors.values()]
}

/** The most errors that a problem lists. */
export const maxErrors = 50

function fieldErrorOf(error: ErrorObject): FieldError {
  const { instancePath: pointer, keyword, params, schema, data, parentSchema = {} } = error
  const member = (name: unknown) => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  // An id of the wrong length is simply no id.
  if (parentSchema.format === 'objectId' && keyword !== 'type')
    return { pointer, code: 'format', message: `must be an id: ${objectIdRule}`, params: { format: 'objectId' } }
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: member(params.additionalProperty), code: 'unknown_field', message: 'is not a field here' }
    case 'required':
      return { pointer: member(params.missingProperty), code: 'required', message: 'is required' }
    case 'discriminator':
      if (params.error === 'tag') return { pointer: member(params.tag), code: 'required', message: 'is required' }
      return { pointer: member(params.tag), code: 'enum', message: 'is not a known type' }
    case 'enum': {
      const allowed = params.allowedValues.filter((value: unknown) => value !== null)
      return { pointer, code: 'enum', message: `must be one of ${allowed.join(', ')}`, params: { allowed } }
    }
    case 'type':
      return { pointer, code: 'type', message: `must be ${[params.type].flat().join(' or ')}` }
    case 'format':
      return {
        pointer,
        code: 'format',
        message: `must be ${formatNames[params.format] ?? params.format}`,
        params: { format: params.format },
      }
    case 'leadsTo':
      return { pointer, code: 'format', message: urlMessages[schema as LeadsTo], params: { format: 'uri' } }
    case 'pattern':
      // The description of a text with a pattern says what the pattern means.
      return {
        pointer,
        code: 'pattern',
        message: `must be ${inSentence(parentSchema.description ?? 'of its form')}`,
        params: { pattern: params.pattern },
      }
    case 'uniqueItems':
      return {
        pointer,
        code: 'unique_items',
        message: `must not contain a value twice, as it does ${JSON.stringify(Object(data)[params.i]).slice(0, 100)}`,
      }
    case 'minLength':
      return { pointer, code: 'min_length', message: fewest(params.limit), params: { limit: params.limit } }
    default:
      return {
        pointer,
        code: codeOf(keyword),
        message: (error.message ?? 'is invalid').replace('NOT', 'not'),
        ...(typeof params.limit === 'number' && { params: { limit: params.limit } }),
      }
  }
}

const fewest = (limit: number) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`)
const inSentence = (description: string) => description.charAt(0).toLowerCase() + description.slice(1)

/** `maxLength` is `max_length`. */
function codeOf(keyword: string): FieldErrorCode {
  const code = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return fieldErrorCodes.find((one) => one === code) ?? 'format'
}

const formatNames: Record<string, string> = {
  date: 'a day of the calendar, such as 2027-07-02',
  'time-zone': 'the name of a time zone, such as Europe/Paris',
  'language-tag': 'a language as a BCP 47 tag, such as fr, ar or pt-BR',
  'push-key': 'a point of the curve P-256, uncompressed: 65 bytes in base64url',
  'push-auth': '16 bytes in base64url',
  'idn-hostname': 'the name of a host with a dot, such as festival.example, without https:// and without a port',
  email: 'an e-mail address, such as hello@festival.example',
}

const urlMessages: Record<LeadsTo, string> = {
  web: 'must be a complete URL that begins with https:// or http://, such as https://festival.example/tickets',
  webOrContact:
    'must be a complete URL that begins with https:// or http://, such as https://festival.example/tickets, or a mailto: or tel: link',
  webOrPath:
    'must be a path such as /programme, or a complete URL that begins with https:// or http://, such as https://festival.example/',
}

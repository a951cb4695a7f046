import { invalid } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { nameRule, passwordLength } from './sign-in-rules.ts'

/** An error response of better-auth: `{ code, message }`. */
export interface Refusal {
  status: number
  code: string
  message: string
}

/** Translates an error of better-auth into one of ours. Undefined when it is not the caller's fault. */
export function failureOf({ status, code, message }: Refusal, endpoint: string): Error | undefined {
  const known = failures[code]
  if (known) return known(passwordField[endpoint] ?? '/password', message)
  if (status === 401) return new AppError('unauthenticated', 'This is for signed-in people.')
  if (status === 403) return new AppError('cross_site_request', 'The request must come from the site itself.')
  if (status === 404) return new AppError('not_found', 'There is no such resource.')
  if (status === 415) return new AppError('unsupported_media_type', 'The body must be sent as application/json.')
  return status < 500 ? new AppError('invalid', message || 'The request is invalid.') : undefined
}

/** The same message whether or not the account exists. */
const wrongCredentials = () => new AppError('unauthenticated', 'The e-mail or the password is wrong.')
const taken = () => new AppError('value_taken', 'There is already an account with this e-mail.')

const passwordField: Record<string, string> = {
  '/change-password': '/newPassword',
  '/reset-password': '/newPassword',
}

const failures: Record<string, (passwordPointer: string, message: string) => Error> = {
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_EMAIL: () => invalid('/email', 'format', 'must be an e-mail address'),
  INVALID_NAME: () => invalid('/name', 'length', nameRule),
  INVALID_PASSWORD: () => invalid('/currentPassword', 'wrong_password', 'is not the current password'),
  PASSWORD_TOO_SHORT: (pointer) =>
    invalid(pointer, 'min_length', `must have at least ${passwordLength.min} characters`),
  PASSWORD_TOO_LONG: (pointer) => invalid(pointer, 'max_length', `must have at most ${passwordLength.max} characters`),
  INVALID_TOKEN: () => invalid('/token', 'invalid_token', 'is wrong, too old or already used'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: taken,
  // Two concurrent sign-ups: the second violates the unique index.
  FAILED_TO_CREATE_USER: taken,
  VALIDATION_ERROR: (_, message) => invalid(...validationFault(message)),
}

/** `[body.email] Invalid input; [body.name] ...` names the fields; the first is enough. */
function validationFault(message: string): [pointer: string, code: 'format', message: string] {
  const [, path = '', what = 'is invalid'] = /^\[body\.?([\w.]*)\] ([^;]*)/.exec(message) ?? []
  return [path && `/${path.replaceAll('.', '/')}`, 'format', what]
}

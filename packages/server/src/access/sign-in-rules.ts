import { invalid } from '@marquee/model'

export const authPath = '/v1/auth'
export const passwordLength = { min: 10, max: 128 }
/** Carries the address of the caller to better-auth, which keeps it with the session. */
export const addressHeader = 'x-marquee-address'

const maxNameLength = 200
export const nameRule = `must have 1 to ${maxNameLength} characters`
export const isFitName = (name: string) =>
  name.trim() !== '' && name.trim().length <= maxNameLength && !name.includes('\0')

/** The e-mail addresses that better-auth accepts at sign-in: an account with any other could never be used. */
const emailPattern = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const isFitEmail = (email: string) => email.length <= 254 && emailPattern.test(email)

/** Refuses an account that could not be used. */
export function checkNewAccount({ email, name, password }: { email: string; name: string; password: string }): void {
  checkPassword(password)
  if (!isFitEmail(email)) throw invalid('/email', 'format', 'must be an e-mail address')
  if (!isFitName(name)) throw invalid('/name', 'length', nameRule)
}

export function checkPassword(password: string): void {
  const { min, max } = passwordLength
  if (password.length < min) throw invalid('/password', 'min_length', `must have at least ${min} characters`)
  if (password.length > max) throw invalid('/password', 'max_length', `must have at most ${max} characters`)
}

/** A field of a body that must be a text. */
export function textField(body: unknown, field: string): string {
  const value: unknown = Object(body)[field]
  if (typeof value !== 'string') throw invalid(`/${field}`, 'format', 'must be a string')
  return value
}

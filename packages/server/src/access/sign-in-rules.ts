export const authPath = '/v1/auth'
export const passwordLength = { min: 10, max: 128 }
/** Carries the address of the caller to better-auth, which keeps it with the session. */
export const addressHeader = 'x-marquee-address'

const maxNameLength = 200
export const nameRule = `must have 1 to ${maxNameLength} characters`
export const isFitName = (name: string) =>
  name.trim() !== '' && name.trim().length <= maxNameLength && !name.includes('\0')

/** What better-auth takes for an e-mail when people sign in: any other could get an account, but never use it. */
const emailPattern = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const isFitEmail = (email: string) => email.length <= 254 && emailPattern.test(email)

import { type SignInEndpoint, signInEndpoints } from '../../access/sign-in.ts'
import { authPath, passwordLength } from '../../access/sign-in-rules.ts'
import type { AnswerSpec, BodySpec, DescribedRoute } from '../route.ts'

interface Described {
  summary: string
  /** Whether it is for signed-in people. */
  isPersonal?: boolean
  body?: object
  answers: Record<number, AnswerSpec>
}

/** Signing in and out, for the reference: the routes themselves are passed on to the library that implements them. */
export function signInOperations(): DescribedRoute[] {
  return Object.entries(described).map(([endpoint, { summary, isPersonal, body, answers }]) => {
    const method = signInEndpoints[endpoint as SignInEndpoint]
    return {
      method,
      path: authPath + endpoint,
      tag: 'auth',
      summary,
      access: isPersonal ? { who: 'person' } : { who: 'anyone', why: 'Nobody is signed in yet.' },
      params: {},
      takesNoIdempotencyKey: true,
      ...(method === 'POST' && { body: bodyOf(body) }),
      answers: { ...answers, ...crossSite, ...(!isPersonal && method === 'POST' && refusals) },
    }
  })
}

const bodyOf = (properties: object = {}): BodySpec => ({
  schema: { type: 'object', required: Object.keys(properties), properties },
  optional: Object.keys(properties).length === 0,
})

const crossSite: Record<number, AnswerSpec> = {
  403: { description: '`cross_site_request`: a request with cookies must come from the site itself.' },
}

const refusals: Record<number, AnswerSpec> = {
  401: { description: 'The e-mail or the password is wrong.' },
  404: { description: 'Not available here: sign-up is closed, or mail is not configured.' },
  429: { description: 'Too many attempts.' },
}

const email = { type: 'string', format: 'email', maxLength: 254, examples: ['programme@festival.example'] }
const name = { type: 'string', minLength: 1, maxLength: 200, examples: ['Programme team'] }
const password = {
  type: 'string',
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  examples: ['correct horse battery'],
}
const token = { type: 'string', examples: ['zV9tPGYmVgv5dDD0Su48H9a0axziFruc'] }
const instant = { type: 'string', format: 'date-time' }
const id = { type: 'string', format: 'objectId' }

const user = {
  title: 'User',
  type: 'object',
  required: ['id', 'name', 'email', 'emailVerified', 'image', 'plan', 'createdAt', 'updatedAt'],
  properties: {
    id,
    name,
    email,
    emailVerified: { type: 'boolean' },
    image: { type: ['string', 'null'] },
    plan: { type: 'string', enum: ['free', 'pro'], examples: ['pro'] },
    createdAt: instant,
    updatedAt: instant,
  },
}

const session = {
  title: 'Session',
  type: 'object',
  required: ['id', 'userId', 'token', 'expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'],
  properties: {
    id,
    userId: id,
    token,
    expiresAt: instant,
    createdAt: instant,
    updatedAt: instant,
    ipAddress: { type: ['string', 'null'], examples: ['203.0.113.7'] },
    userAgent: { type: ['string', 'null'], examples: ['Mozilla/5.0'] },
  },
}

const signedIn: AnswerSpec = {
  description: 'Signed in. The session is in the cookie that comes with it.',
  schema: {
    title: 'SignedIn',
    type: 'object',
    required: ['token', 'user'],
    properties: { redirect: { type: 'boolean' }, token: { ...token, type: ['string', 'null'] }, user },
  },
}
const done: AnswerSpec = {
  description: 'Done.',
  schema: { title: 'Done', type: 'object', required: ['status'], properties: { status: { type: 'boolean' } } },
}

const described: Record<SignInEndpoint, Described> = {
  '/sign-up/email': {
    summary: 'Create an account',
    body: { email, name, password },
    answers: {
      200: { ...signedIn, description: 'The account, signed in, where no mail is configured.' },
      202: {
        description: 'A link to confirm the address is on its way.',
        schema: {
          title: 'SignUpMailed',
          type: 'object',
          required: ['token', 'user', 'mailed'],
          properties: { token: { type: 'null' }, user: { type: 'null' }, mailed: { type: 'boolean', const: true } },
        },
      },
    },
  },
  '/confirm-sign-up': {
    summary: 'Confirm the address of a new account',
    body: { token, password },
    answers: { 200: signedIn },
  },
  '/sign-in/email': { summary: 'Sign in', body: { email, password }, answers: { 200: signedIn } },
  '/sign-out': {
    summary: 'Sign out',
    answers: {
      200: {
        description: 'Signed out.',
        schema: {
          title: 'SignedOut',
          type: 'object',
          required: ['success'],
          properties: { success: { type: 'boolean' } },
        },
      },
    },
  },
  '/get-session': {
    summary: 'Tell who is signed in',
    answers: {
      200: {
        description: 'The session and its user; null for nobody.',
        schema: {
          title: 'CurrentSession',
          anyOf: [{ type: 'object', required: ['session', 'user'], properties: { session, user } }, { type: 'null' }],
        },
      },
    },
  },
  '/list-sessions': {
    summary: 'List my sessions',
    isPersonal: true,
    answers: { 200: { description: 'The sessions that have not ended.', schema: { type: 'array', items: session } } },
  },
  '/revoke-session': { summary: 'End one of my sessions', isPersonal: true, body: { token }, answers: { 200: done } },
  '/revoke-sessions': { summary: 'End all of my sessions', isPersonal: true, answers: { 200: done } },
  '/revoke-other-sessions': {
    summary: 'End all of my sessions but this one',
    isPersonal: true,
    answers: { 200: done },
  },
  '/change-password': {
    summary: 'Change my password',
    isPersonal: true,
    body: { currentPassword: password, newPassword: password },
    answers: { 200: { ...signedIn, description: 'Changed.' } },
  },
  '/request-password-reset': {
    summary: 'Mail a link to choose a new password',
    body: { email },
    answers: {
      200: {
        description: 'The same for every address; a link is on its way if it has an account.',
        schema: {
          title: 'ResetRequested',
          type: 'object',
          required: ['status', 'message'],
          properties: {
            status: { type: 'boolean' },
            message: { type: 'string', examples: ['If there is an account with this e-mail, a link is on its way.'] },
          },
        },
      },
    },
  },
  '/reset-password': {
    summary: 'Choose a new password',
    body: { token, newPassword: password },
    answers: { 200: done },
  },
}

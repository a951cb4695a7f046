import { Invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import type { Plan } from '../store/accounts.ts'
import type { Connection } from '../store/db.ts'
import { openSignInDatabase } from '../store/sign-in-database.ts'
import type { Signals } from '../store/signals.ts'
import { BriefCache } from './brief-cache.ts'
import type { Person } from './principal.ts'
import { type Accounts, createAccounts } from './sign-in-accounts.ts'
import type { Auth } from './sign-in-auth.ts'
import { failureOf, type Refusal } from './sign-in-failure.ts'
import { addressHeader, authPath } from './sign-in-rules.ts'

export interface SignInParts {
  connection: Connection
  clock: Clock
  signals: Signals
  /** Signs the cookies; at least 32 characters, the same on every node. */
  secret: string
  /** Where people reach the studio; links in mails start with it. */
  baseUrl: string
  /** Further origins the studio is served from. */
  trustedOrigins: string[]
  isSignUpOpen: boolean
  defaultPlan: Plan
  /** Sends a mail and sees to its own failures. Undefined when no mail is set up. */
  sendMail: ((mail: Mail) => Promise<void>) | undefined
  secureCookies: boolean
  /** Called when a session begins, for the audit trail. */
  onSignedIn(userId: string): void
}

/** People's accounts, passwords and sessions. better-auth does the work and is seen nowhere else. */
export interface SignIn extends Accounts {
  /**
   * Answers the requests of `signInEndpoints` below /v1/auth; a refusal is thrown like anywhere else.
   * `address` is the caller's, for the list of sessions.
   */
  handle(request: Request, address?: string): Promise<Response>
  /** The signed-in person behind the cookies of a request. Remembered for at most a second. Does not prolong the session; /get-session does. */
  findPerson(headers: Headers): Promise<Person | undefined>
  close(): Promise<void>
}

/** All that can be reached. better-auth has more, and its next version may have more still: what is not here does not exist. */
export const signInEndpoints: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/sign-up/email': 'POST',
  '/sign-in/email': 'POST',
  '/sign-out': 'POST',
  '/get-session': 'GET',
  '/list-sessions': 'GET',
  '/revoke-session': 'POST',
  '/revoke-sessions': 'POST',
  '/revoke-other-sessions': 'POST',
  '/change-password': 'POST',
  '/request-password-reset': 'POST',
  '/reset-password': 'POST',
}

export function createSignIn(parts: SignInParts): SignIn {
  const { clock, signals, sendMail, baseUrl } = parts
  const database = openSignInDatabase(parts.connection)
  const known = new BriefCache<Person | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  const unsubscribe = signals.subscribe((signal) => {
    if (signal.type === 'access') known.clear()
  })
  const mails = new Set<Promise<void>>()
  const onAccessChanged = () => signals.publish({ type: 'access' })
  const sendResetToken =
    sendMail &&
    ((email: string, token: string) => {
      const sent = sendMail(resetMail(baseUrl, email, token)).catch(() => {})
      mails.add(sent)
      return sent.finally(() => mails.delete(sent))
    })
  // Loaded when a person first comes: it is a quarter of all code, and many services see programs with keys alone.
  let loaded: Promise<Auth> | undefined
  const auth = () => {
    loaded ??= import('./sign-in-auth.ts').then(({ createAuth }) =>
      createAuth({ ...parts, database, sendResetToken, onAccessChanged }),
    )
    return loaded
  }

  const look = async (cookie: string): Promise<Person | undefined> => {
    try {
      const found = await (await auth()).api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: true },
      })
      return found
        ? { type: 'user', id: found.user.id, email: found.user.email, sessionId: found.session.id }
        : undefined
    } catch (error) {
      await database.check()
      throw error
    }
  }

  return {
    async handle(request, address) {
      const endpoint = requireEndpoint(request, parts)
      const { handler } = await auth()
      const response = await handler(await asSeenByAuth(request, address, baseUrl))
      response.headers.set('cache-control', 'no-store')
      if (response.status < 400) return response
      const refusal = await readRefusal(response)
      // better-auth calls many things a refusal of the caller that are really a database out of reach.
      if (refusal.status >= 500 || refusal.code === 'FAILED_TO_CREATE_USER') await database.check()
      throw failureOf(refusal, endpoint) ?? new Error(`sign-in failed: ${refusal.code} ${refusal.message}`)
    },

    async findPerson(headers) {
      const header = headers.get('cookie')
      if (header === null) return undefined
      const { authCookies } = await (await auth()).$context
      const cookie = cookieNamed(authCookies.sessionToken.name, header)
      return cookie === undefined ? undefined : known.get(cookie, () => look(cookie))
    },

    ...createAccounts({ auth, clock, onAccessChanged }),

    async close() {
      unsubscribe()
      await (await loaded)?.$context
      await Promise.all(mails)
      await database.close()
    },
  }
}

interface Mail {
  to: string
  subject: string
  text: string
}

function requireEndpoint(request: Request, parts: SignInParts): string {
  const { pathname } = new URL(request.url)
  const endpoint = pathname.startsWith(`${authPath}/`) ? pathname.slice(authPath.length) : ''
  const method = Object.hasOwn(signInEndpoints, endpoint) ? signInEndpoints[endpoint] : undefined
  if (!method) throw notFound()
  if (request.method !== method) {
    throw new AppError('method_not_allowed', `This address takes ${method}.`, { headers: { allow: method } })
  }
  if (endpoint === '/sign-up/email' && !parts.isSignUpOpen) {
    throw new AppError('not_found', 'Sign-up is closed here; ask an owner for an account.')
  }
  // Said to everybody alike, so it tells nothing about accounts, and nobody waits for a mail that cannot come.
  if (endpoint === '/request-password-reset' && !parts.sendMail) {
    throw new AppError('not_found', 'No mail is set up here; an operator can run `marquee user reset-password`.')
  }
  return endpoint
}

/**
 * better-auth lets a request without cookies through when it has no Origin, so that programs can sign in; with cookies it
 * asks for a trusted Origin (or Referer) on every POST, and a program must send one. Where a browser vouches that the page
 * and we have the same origin, that is enough for us, whatever name we are reached by.
 */
async function asSeenByAuth(request: Request, address: string | undefined, baseUrl: string): Promise<Request> {
  const headers = new Headers(request.headers)
  headers.delete(addressHeader)
  if (address !== undefined) headers.set(addressHeader, address)
  if (headers.get('sec-fetch-site') === 'same-origin') headers.set('origin', new URL(baseUrl).origin)
  return new Request(request.url, { method: request.method, headers, body: await readBody(request) })
}

/** better-auth also takes forms, and passes on to the database what no column can hold. */
async function readBody(request: Request): Promise<string | null> {
  const bytes = Buffer.from(await request.arrayBuffer())
  if (bytes.length === 0) return null
  if (!jsonType.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be sent as application/json.')
  }
  const parsed = parseJson(bytes)
  if ('value' in parsed) return JSON.stringify(parsed.value)
  if (parsed.fault.code === 'invalid_json') throw new AppError('invalid_json', `The body ${parsed.fault.message}.`)
  throw new Invalid([parsed.fault])
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => undefined)
  const fields = new Map<string, unknown>(Object.entries(body ?? {}))
  return {
    status: response.status,
    code: String(fields.get('code') ?? ''),
    message: String(fields.get('message') ?? ''),
  }
}

/** The cookie as it was sent. Nothing longer than a session cookie is worth remembering. */
function cookieNamed(name: string, header: string): string | undefined {
  const found = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found === undefined || found.length > maxCookieLength ? undefined : found.trim()
}

function resetMail(baseUrl: string, email: string, token: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: [
      `Somebody, hopefully you, asked for a new password for the Marquee account ${email}.`,
      '',
      'Choose it here within an hour:',
      `${baseUrl.replace(/\/+$/, '')}/studio/reset-password?token=${encodeURIComponent(token)}`,
      '',
      'If it was not you, do nothing: the old password stays.',
      '',
    ].join('\n'),
  }
}

const maxCookieLength = 512
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i

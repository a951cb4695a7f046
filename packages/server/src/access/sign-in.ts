import { invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import type { Vault } from '../base/vault.ts'
import type { Connection } from '../store/connection.ts'
import type { Plan } from '../store/control/accounts.ts'
import { openSignInDatabase } from '../store/control/sign-in-database.ts'
import type { Notifications } from '../store/notifications.ts'
import { BriefCache } from './brief-cache.ts'
import type { Person } from './principal.ts'
import { type Accounts, createAccounts } from './sign-in-accounts.ts'
import type { Auth } from './sign-in-auth.ts'
import { failureOf, type Refusal } from './sign-in-failure.ts'
import { type Mail, resetMail } from './sign-in-mails.ts'
import { addressHeader, authPath, isFitEmail, textField } from './sign-in-rules.ts'
import { createSignUps } from './sign-up.ts'

export interface SignInParts {
  connection: Connection
  /** Whether the connection is that of a pooler. */
  isPooled: boolean
  clock: Clock
  notifications: Notifications
  /** Encrypts the tokens of sign-up links. */
  vault: Vault
  /** Signs the cookies; at least 32 characters, the same on every node. */
  secret: string
  /** The public URL of the service; links in mails start with it. */
  baseUrl: string
  /** Further origins the studio is served from. */
  trustedOrigins: string[]
  isSignUpOpen: boolean
  defaultPlan: Plan
  /** Sends a mail and handles its own errors. Undefined when mail is not configured. */
  sendMail: ((mail: Mail) => Promise<unknown>) | undefined
  secureCookies: boolean
  /** Called when a session begins, for the audit trail. */
  onSignedIn(userId: string): void
  /** Called when background work fails after the response was sent. */
  onError(error: unknown): void
}

/** Accounts, passwords and sessions, implemented by better-auth, which is imported nowhere else. */
export interface SignIn extends Accounts {
  /** Handles a call of one of `signInEndpoints`; refusals are thrown as `AppError`. */
  handle(call: SignInCall): Promise<Response>
  /** Whether this endpoint may send a mail. */
  sendsMail(endpoint: SignInEndpoint): boolean
  /** Authenticates the session cookie of a request. Cached for at most a second. Does not extend the session; /get-session does. */
  findPerson(headers: Headers): Promise<Person | undefined>
  close(): Promise<void>
}

/** A request from the HTTP layer. It has no URL: the router alone decides the endpoint. */
export interface SignInCall {
  endpoint: SignInEndpoint
  headers: Headers
  /** The parsed JSON body; ignored for GET. */
  body: unknown
  /** The IP address of the caller, shown in the list of sessions. */
  address?: string
}

/** An allowlist: better-auth has more endpoints, and new versions may add some; those not listed here are 404. */
export const signInEndpoints = {
  '/sign-up/email': 'POST',
  '/confirm-sign-up': 'POST',
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
} as const

export type SignInEndpoint = keyof typeof signInEndpoints

export function createSignIn(parts: SignInParts): SignIn {
  const { clock, notifications, sendMail, baseUrl } = parts
  const database = openSignInDatabase(parts.connection, parts)
  const cache = new BriefCache<Person | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  const unsubscribe = notifications.subscribe((notification) => {
    if (notification.type === 'access') cache.clear()
  })
  /** Background work that continues after the response was sent. */
  const pending = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    const settled = work.catch(parts.onError).finally(() => pending.delete(settled))
    pending.add(settled)
  }
  const onAccessChanged = () => notifications.publish({ type: 'access' })
  const startMail = sendMail && ((mail: Mail) => track(sendMail(mail)))
  const sendResetToken = startMail && ((email: string, token: string) => startMail(resetMail(baseUrl, email, token)))
  // Loaded lazily: better-auth is a quarter of all code, and many services are used only by programs with API keys.
  let loaded: Promise<Auth> | undefined
  const auth = () => {
    loaded ??= import('./sign-in-auth.ts').then(({ createAuth }) =>
      createAuth({ ...parts, database, sendResetToken, onAccessChanged }),
    )
    return loaded
  }

  const findPersonByCookie = (cookie: string): Promise<Person | undefined> =>
    database.observe(async () => {
      const found = await (await auth()).api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: true },
      })
      return found
        ? {
            type: 'user',
            id: found.user.id,
            email: found.user.email,
            name: found.user.name,
            sessionId: found.session.id,
          }
        : undefined
    })

  const signUps = createSignUps({ auth, clock, vault: parts.vault, baseUrl, startMail: (mail) => startMail?.(mail) })

  const callAuth = (call: SignInCall): Promise<Response> =>
    database.observe(async (seen) => {
      const { handler } = await auth()
      const response = await handler(authRequest(call, baseUrl))
      if (response.status < 400) return response
      // better-auth reports many database failures as errors of the caller.
      if (seen.failure) throw seen.failure
      const refusal = await readRefusal(response)
      throw failureOf(refusal, call.endpoint) ?? new Error(`sign-in failed: ${refusal.code} ${refusal.message}`)
    })

  /** Looks up the account after the response, so that neither its text nor its timing reveals whether the account exists. */
  const requestReset = async ({ body }: SignInCall): Promise<Response> => {
    const email = textField(body, 'email')
    if (!isFitEmail(email)) throw invalid('/email', 'format', 'must be an e-mail address')
    const { api } = await auth()
    await database.check()
    track(api.requestPasswordReset({ body: { email } }))
    return Response.json({ status: true, message: 'If there is an account with this e-mail, a link is on its way.' })
  }

  const answer = async (call: SignInCall): Promise<Response> => {
    if (call.endpoint === '/confirm-sign-up')
      return callAuth({ ...call, endpoint: '/sign-in/email', body: await signUps.confirm(call.body) })
    if (!sendsMail(call.endpoint)) return callAuth(call)
    requireTrustedOrigin(call.headers, [new URL(baseUrl).origin, ...parts.trustedOrigins])
    if (call.endpoint === '/request-password-reset') return requestReset(call)
    await database.check()
    await signUps.request(call.body)
    return Response.json({ token: null, user: null, mailed: true }, { status: 202 })
  }
  const sendsMail = (endpoint: SignInEndpoint) =>
    sendMail !== undefined && (endpoint === '/request-password-reset' || endpoint === '/sign-up/email')

  return {
    async handle(call) {
      requireAvailable(call.endpoint, parts)
      const response = await answer(call)
      response.headers.set('cache-control', 'no-store')
      return response
    },
    sendsMail,

    async findPerson(headers) {
      const header = headers.get('cookie')
      if (header === null) return undefined
      const { authCookies } = await (await auth()).$context
      const cookie = cookieNamed(authCookies.sessionToken.name, header)
      return cookie === undefined ? undefined : cache.get(cookie, () => findPersonByCookie(cookie))
    },

    ...createAccounts({ auth, clock, onAccessChanged }),

    async close() {
      unsubscribe()
      await (await loaded)?.$context
      // A pending lookup may start another mail.
      while (pending.size > 0) await Promise.all(pending)
      await database.close()
    },
  }
}

function requireAvailable(endpoint: SignInEndpoint, parts: SignInParts): void {
  const isSigningUp = endpoint === '/sign-up/email' || endpoint === '/confirm-sign-up'
  if (isSigningUp && !parts.isSignUpOpen) {
    throw new AppError('not_found', 'Sign-up is closed here; ask an owner for an account.')
  }
  // The same for every address, so it reveals nothing about accounts, and people do not wait for a mail that never comes.
  if (endpoint === '/request-password-reset' && !parts.sendMail) {
    throw new AppError('not_found', 'Mail is not configured here; an operator can run `marquee user reset-password`.')
  }
}

/**
 * better-auth accepts requests without cookies that have no Origin, so that programs can sign in; with cookies it requires
 * a trusted Origin (or Referer) on every POST, and a program must send one. The URL is built only from the endpoint.
 */
function authRequest({ endpoint, headers: sent, body, address }: SignInCall, baseUrl: string): Request {
  const headers = new Headers(sent)
  for (const name of ['content-length', 'transfer-encoding', addressHeader]) headers.delete(name)
  if (address !== undefined) headers.set(addressHeader, address)
  const { origin } = new URL(baseUrl)
  if (isFromOwnPage(headers)) headers.set('origin', origin)
  const method = signInEndpoints[endpoint]
  const url = `${origin}${authPath}${endpoint}`
  if (method === 'GET') return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(body ?? {}) })
}

/** `Sec-Fetch-Site: same-origin` from a browser is sufficient, whatever host name the service is reached by. */
const isFromOwnPage = (headers: Headers) => headers.get('sec-fetch-site') === 'same-origin'

/** CSRF protection: pages of other sites cannot trigger mails. */
function requireTrustedOrigin(headers: Headers, trusted: string[]): void {
  const origin = headers.get('origin')
  if (origin === null || trusted.includes(origin) || isFromOwnPage(headers)) return
  throw new AppError('cross_site_request', 'The request must come from the site itself.')
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

/** The cookie as sent. Values longer than a session cookie are ignored, so that they do not fill the cache. */
function cookieNamed(name: string, header: string): string | undefined {
  const found = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found === undefined || found.length > maxCookieLength ? undefined : found.trim()
}

const maxCookieLength = 512

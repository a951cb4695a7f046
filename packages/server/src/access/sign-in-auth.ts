import { APIError, betterAuth } from 'better-auth'
import type { Clock } from '../base/clock.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Plan } from '../store/control/accounts.ts'
import type { SignInDatabase } from '../store/control/sign-in-database.ts'
import { addressHeader, authPath, isFitEmail, isFitName, passwordLength } from './sign-in-rules.ts'

export interface AuthParts {
  database: SignInDatabase
  clock: Clock
  secret: string
  baseUrl: string
  trustedOrigins: string[]
  isSignUpOpen: boolean
  defaultPlan: Plan
  secureCookies: boolean
  /** Starts sending the token by mail; undefined when mail is not configured. */
  sendResetToken: ((email: string, token: string) => void) | undefined
  /** Called when a session is created. */
  onSignedIn(userId: string): void
  /** Called when cached sessions and persons may be stale. */
  onAccessChanged(): void
}

/** better-auth, configured with our tables, ids, cookies and limits. Options it would read from the environment are set explicitly. */
export function createAuth(parts: AuthParts) {
  const { database, clock, secret, baseUrl, sendResetToken } = parts
  const onAccessChanged = async () => parts.onAccessChanged()
  return betterAuth({
    appName: 'Marquee',
    baseURL: new URL(baseUrl).origin,
    basePath: authPath,
    secret,
    // BETTER_AUTH_SECRETS would win over `secret` alone.
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: parts.trustedOrigins,
    database: database.pool,
    ...tables(parts.defaultPlan),
    emailAndPassword: {
      enabled: true,
      disableSignUp: !parts.isSignUpOpen,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetTokenSeconds,
      ...(sendResetToken && {
        sendResetPassword: async ({ user, token }: { user: { email: string }; token: string }) =>
          sendResetToken(user.email, token),
      }),
    },
    databaseHooks: {
      user: { create: { before: checkNewUser } },
      session: {
        create: { after: async ({ userId }: { userId: string }) => parts.onSignedIn(userId) },
        delete: { after: onAccessChanged },
      },
      account: { update: { after: onAccessChanged } },
    },
    advanced: {
      cookiePrefix: 'marquee',
      useSecureCookies: parts.secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      // One query instead of two for a session and its person.
      database: { generateId: () => newObjectId(clock.now()), joins: true, validateSchema: false },
      // The HTTP layer handles proxies and passes the address of the client.
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
      // Explicit, because better-auth disables both checks when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    // The HTTP layer has its own rate limits.
    rateLimit: { enabled: false },
    // Otherwise a database error would be printed to the console and returned as 500; thrown, it becomes our 503.
    onAPIError: { throw: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    experimental: { instrumentation: { enabled: false } },
  })
}

export type Auth = ReturnType<typeof createAuth>

const resetTokenSeconds = 3_600
const daySeconds = 86_400

function tables(defaultPlan: Plan) {
  const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...stamps },
      additionalFields: { plan: { type: 'string', required: true, input: false, defaultValue: defaultPlan } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
      expiresIn: 30 * daySeconds,
      updateAge: daySeconds,
      // Otherwise sessions could not be listed a day after signing in.
      freshAge: 0,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        idToken: 'id_token',
        ...stamps,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...stamps },
      // Read access to the table must not be enough to reset a password.
      storeIdentifier: 'hashed',
    },
  } as const
}

/** better-auth accepts names of any length, and e-mail addresses too long for the index. */
async function checkNewUser({ email, name }: { email: string; name: string }) {
  if (!isFitEmail(email)) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })
  if (!isFitName(name)) throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME' })
  return { data: { name: name.trim(), image: null } }
}

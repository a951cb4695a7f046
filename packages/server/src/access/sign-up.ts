import { invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Vault } from '../base/vault.ts'
import { insertAccount } from './sign-in-accounts.ts'
import type { Auth } from './sign-in-auth.ts'
import { confirmMail, existingAccountMail, type Mail } from './sign-in-mails.ts'
import { checkNewAccount, textField } from './sign-in-rules.ts'

export interface SignUpParts {
  auth(): Promise<Auth>
  clock: Clock
  vault: Vault
  baseUrl: string
  /** Starts sending and does not wait. */
  startMail(mail: Mail): void
}

/**
 * Sign-up where mail can be sent (docs/decisions/0109). An account is made when its address is confirmed, so the answer is the
 * same whether the address has an account or not; the mail tells which, to the one who may know.
 */
export interface SignUps {
  /** Mails a link, or that there is an account. Takes the same time for both. */
  request(body: unknown): Promise<void>
  /** Makes the account of a link, for whoever also knows the password it was asked for with. */
  confirm(body: unknown): Promise<{ email: string; password: string }>
}

export function createSignUps({ auth, clock, vault, baseUrl, startMail }: SignUpParts): SignUps {
  return {
    async request(body) {
      const wanted = { email: textField(body, 'email'), name: textField(body, 'name') }
      const password = textField(body, 'password')
      checkNewAccount({ ...wanted, password })
      const { internalAdapter, password: passwords } = await (await auth()).$context
      const email = wanted.email.toLowerCase()
      const [hash, known] = await Promise.all([passwords.hash(password), internalAdapter.findUserByEmail(email)])
      const pending: Pending = { email, name: wanted.name.trim(), hash, expiresAtMs: clock.now() + lifeMs }
      const token = vault.seal(JSON.stringify(pending), context)
      startMail(known ? existingAccountMail(baseUrl, email) : confirmMail(baseUrl, email, token))
    },

    async confirm(body) {
      const pending = read(vault, textField(body, 'token'))
      if (!pending || pending.expiresAtMs <= clock.now())
        throw invalid('/token', 'invalid_token', 'is wrong or too old; sign up again for a new one')
      const password = textField(body, 'password')
      const authContext = await (await auth()).$context
      // Somebody else may have signed up with this address. Its owner must not confirm a password that others know.
      if (!(await authContext.password.verify({ hash: pending.hash, password })))
        throw invalid('/password', 'wrong_password', 'is not the one that was chosen when signing up')
      // A link that is used twice leads to the same account.
      await insertAccount(authContext, { ...pending, isVerified: true, nowMs: clock.now() })
      return { email: pending.email, password }
    },
  }
}

/** The payload of a link. It is sealed into the link, so that nothing is stored for unconfirmed addresses. */
interface Pending {
  email: string
  name: string
  hash: string
  expiresAtMs: number
}

function read(vault: Vault, token: string): Pending | undefined {
  try {
    return JSON.parse(vault.open(token, context))
  } catch {
    return undefined
  }
}

const context = 'sign-up'
const lifeMs = 86_400_000

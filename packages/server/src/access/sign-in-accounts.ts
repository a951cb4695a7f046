import type { Clock } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { violatedIndex } from '../store/failures.ts'
import type { Auth } from './sign-in-auth.ts'
import { checkNewAccount, checkPassword } from './sign-in-rules.ts'

/** Accounts for operators and the command line, without a session. */
export interface Accounts {
  /** Makes an account, also where people cannot sign up by themselves. */
  createAccount(account: { email: string; name: string; password: string }): Promise<{ id: string }>
  /** Sets a password without knowing the old one, and ends the sessions of the account. */
  setPassword(userId: string, password: string): Promise<void>
  verifyPassword(userId: string, password: string): Promise<boolean>
}

export function createAccounts(parts: { auth(): Promise<Auth>; clock: Clock; onAccessChanged(): void }): Accounts {
  const { clock } = parts
  const context = async () => (await parts.auth()).$context
  return {
    async createAccount({ email, name, password }) {
      checkNewAccount({ email, name, password })
      const authContext = await context()
      const hash = await authContext.password.hash(password)
      const made = await insertAccount(authContext, { email, name, hash, isVerified: false, nowMs: clock.now() })
      if (!made) throw new AppError('value_taken', 'There is already an account with this e-mail.')
      return made
    },

    async setPassword(userId, password) {
      checkPassword(password)
      const { adapter, internalAdapter, password: passwords } = await context()
      if (!(await internalAdapter.findUserById(userId))) throw notFound()
      const hash = await passwords.hash(password)
      const now = new Date(clock.now())
      await adapter.transaction(async (tx) => {
        const where = Object.entries(credential(userId)).map(([field, value]) => ({ field, value }))
        const update = { password: hash, updatedAt: now }
        if ((await tx.updateMany({ model: 'account', where, update })) === 0) {
          await tx.create({ model: 'account', data: { ...credential(userId), ...update, createdAt: now } })
        }
        await tx.deleteMany({ model: 'session', where: [{ field: 'userId', value: userId }] })
      })
      parts.onAccessChanged()
    },

    async verifyPassword(userId, password) {
      const { internalAdapter, password: passwords } = await context()
      const account = await internalAdapter.findCredentialAccount(userId)
      return account?.password ? passwords.verify({ hash: account.password, password }) : false
    },
  }
}

/** How better-auth marks the one account of a person that has a password. */
const credential = (userId: string) => ({ userId, accountId: userId, providerId: 'credential' })

/** Writes an account with a hashed password. Undefined when the address has one already. */
export async function insertAccount(
  { adapter }: Awaited<Auth['$context']>,
  { email, name, hash, isVerified, nowMs }: NewAccount,
): Promise<{ id: string } | undefined> {
  const now = new Date(nowMs)
  const stamps = { createdAt: now, updatedAt: now }
  try {
    return await adapter.transaction(async (tx) => {
      const data = { email: email.toLowerCase(), name: name.trim(), emailVerified: isVerified, ...stamps }
      const { id } = await tx.create<typeof data, { id: string }>({ model: 'user', data })
      await tx.create({ model: 'account', data: { ...credential(id), password: hash, ...stamps } })
      return { id }
    })
  } catch (error) {
    if (violatedIndex(error) !== 'users_email_key') throw error
    return undefined
  }
}

interface NewAccount {
  email: string
  name: string
  hash: string
  isVerified: boolean
  nowMs: number
}

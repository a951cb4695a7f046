import { randomBytes } from 'node:crypto'
import { base62 } from '../access/api-key.ts'
import { isoNow } from '../base/clock.ts'
import { findAccount, listAccounts, type Plan, setPlan } from '../store/access/accounts.ts'
import { appendAudit } from '../store/access/audit.ts'
import type { Db } from '../store/db.ts'
import { CommandError, type Report, withPlatform } from './command.ts'

export function createUser(options: { email: string; name?: string; password?: string }): Promise<Report> {
  return withPlatform(async ({ signIn }) => {
    const password = options.password ?? newPassword()
    const { id } = await signIn.createAccount({ email: options.email, name: options.name ?? options.email, password })
    const shown = options.password === undefined ? { password } : {}
    return {
      lines: [
        `Account ${options.email} created.`,
        `  id        ${id}`,
        ...(shown.password ? [`  password  ${shown.password}   (shown this once)`] : []),
      ],
      json: { userId: id, email: options.email, ...shown },
    }
  })
}

export function resetPassword(options: { email: string; password?: string }): Promise<Report> {
  return withPlatform(async ({ signIn, db, clock }) => {
    const account = await findAccount(db, { email: options.email })
    if (!account) throw new CommandError(`There is no account with the e-mail address ${options.email}.`)
    const password = options.password ?? newPassword()
    await signIn.setPassword(account.id, password)
    await appendAudit(db, {
      action: 'password.reset',
      userId: account.id,
      actor: { type: 'command' },
      at: isoNow(clock),
    })
    const shown = options.password === undefined ? { password } : {}
    return {
      lines: [
        `The password of ${account.email} was changed and all its sessions were ended.`,
        ...(shown.password ? [`  password  ${shown.password}   (shown this once)`] : []),
      ],
      json: { userId: account.id, ...shown },
    }
  })
}

export function setUserPlan(options: { user: string; plan: Plan }): Promise<Report> {
  return withPlatform(async ({ db, notifications, clock }) => {
    const account = await requireAccount(db, options.user)
    await db.transaction(async (tx) => {
      await setPlan(tx, account.id, options.plan)
      await appendAudit(tx, {
        action: 'plan.set',
        userId: account.id,
        actor: { type: 'command' },
        details: { plan: options.plan },
        at: isoNow(clock),
      })
      tx.afterCommit(() => notifications.publish({ type: 'access' }))
    })
    return {
      lines: [`The plan of ${account.email} is ${options.plan}.`],
      json: { userId: account.id, plan: options.plan },
    }
  })
}

export function listUsers(): Promise<Report> {
  return withPlatform(async ({ db }) => {
    const rows = await listAccounts(db)
    return {
      lines:
        rows.length === 0
          ? ['There are no accounts.']
          : rows.map(
              (row) => `${row.id}  ${row.plan.padEnd(4)}  ${row.email}  ${row.name}  (broadcasts: ${row.broadcasts})`,
            ),
      json: {
        data: rows.map(({ id, email, name, plan, created_at, broadcasts }) => ({
          id,
          email,
          name,
          plan,
          createdAt: created_at,
          broadcasts,
        })),
      },
    }
  })
}

export async function requireAccount(db: Db, id: string) {
  const account = await findAccount(db, id.includes('@') ? { email: id } : { id })
  if (!account) throw new CommandError(`There is no account ${id}.`)
  return account
}

const newPassword = () => base62(randomBytes(20))

import { randomBytes } from 'node:crypto'
import { base62 } from '../access/api-key.ts'
import { changePlan } from '../access/plans.ts'
import { isoNow } from '../base/clock.ts'
import { appendAccountAudit } from '../store/control/account-audit.ts'
import { findAccount, listAccounts, type Plan } from '../store/control/accounts.ts'
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
  return withPlatform(async ({ signIn, control, clock }) => {
    const account = await findAccount(control, { email: options.email })
    if (!account) throw new CommandError(`There is no account with the e-mail address ${options.email}.`)
    const password = options.password ?? newPassword()
    await signIn.setPassword(account.id, password)
    await appendAccountAudit(control, {
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
  return withPlatform(async (platform) => {
    const account = await requireAccount(platform.control, options.user)
    await changePlan(platform, account.id, options.plan, { type: 'command' })
    return {
      lines: [`The plan of ${account.email} is ${options.plan}.`],
      json: { userId: account.id, plan: options.plan },
    }
  })
}

export function listUsers(): Promise<Report> {
  return withPlatform(async ({ control }) => {
    const rows = await listAccounts(control)
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

export async function requireAccount(control: Db<'control'>, id: string) {
  const account = await findAccount(control, id.includes('@') ? { email: id } : { id })
  if (!account) throw new CommandError(`There is no account ${id}.`)
  return account
}

const newPassword = () => base62(randomBytes(20))

import { randomBytes } from 'node:crypto'
import { kinds } from '@marquee/model'
import { base62 } from '../access/api-key.ts'
import { isoNow } from '../base/clock.ts'
import { findAccount, findFirstAccount, type Plan, setPlan } from '../store/access/accounts.ts'
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

export function createBroadcast(options: { name: string; user?: string }): Promise<Report> {
  return withPlatform(async ({ db, content }) => {
    const owner = options.user === undefined ? await findFirstAccount(db) : await requireAccount(db, options.user)
    if (!owner) throw new CommandError('There is no account yet; create one with `marquee user create --email ...`.')
    const record = await db.transaction((tx) =>
      content.createBroadcast(tx, owner, { name: options.name }, { type: 'command' }),
    )
    return {
      lines: [
        `${kinds.broadcast.name} "${options.name}" created for ${owner.email}.`,
        `  broadcast  ${record._id}`,
        `  user       ${owner.id}`,
      ],
      json: { broadcastId: record._id, userId: owner.id },
    }
  })
}

async function requireAccount(db: Db, id: string) {
  const account = await findAccount(db, id.includes('@') ? { email: id } : { id })
  if (!account) throw new CommandError(`There is no account ${id}.`)
  return account
}

const newPassword = () => base62(randomBytes(20))

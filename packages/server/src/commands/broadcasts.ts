import { kinds } from '@marquee/model'
import { createBroadcasts } from '../content/broadcasts.ts'
import type { Platform } from '../platform.ts'
import { findFirstAccount } from '../store/control/accounts.ts'
import { findListed, type ListedBroadcast } from '../store/control/directory.ts'
import { type BroadcastSummary, summarize } from '../store/records/broadcasts.ts'
import { requireAccount } from './accounts.ts'
import { CommandError, type Report, withPlatform } from './command.ts'
import { confirm } from './confirm.ts'

export function createBroadcast(options: { name: string; user?: string }): Promise<Report> {
  return withPlatform(async ({ db, control, content }) => {
    const owner =
      options.user === undefined ? await findFirstAccount(control) : await requireAccount(control, options.user)
    if (!owner) throw new CommandError('There is no account yet; create one with `marquee user create --email ...`.')
    const record = await db.transaction((tx) =>
      content.createBroadcast(tx, owner, { name: options.name }, { type: 'command' }, { hasSite: true }),
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

export function listBroadcasts(): Promise<Report> {
  return withPlatform(async (platform) => {
    const rows = await rowsOf(platform)
    return {
      lines:
        rows.length === 0
          ? ['There are no broadcasts.']
          : rows.map((row) => `${row.id}  ${row.created_at.toISOString()}  ${row.name}  (${row.email})`),
      json: { data: rows.map(shown) },
    }
  })
}

export function showBroadcast(id: string): Promise<Report> {
  return withPlatform(async (platform) => {
    const row = await requireBroadcast(platform, id)
    const { plan, sequence, webhooks, keys, records } = await broadcastsOf(platform).usage(id)
    const used = Object.entries(records).flatMap(([kind, share]) =>
      share.used > 0 ? [[kind, share.used] as const] : [],
    )
    return {
      lines: [
        row.name,
        `  broadcast  ${row.id}`,
        `  user       ${row.user_id}  ${row.email}`,
        `  plan       ${plan}`,
        `  status     ${row.status}${row.is_private ? ', private' : ''}`,
        `  created    ${row.created_at.toISOString()}`,
        `  sequence   ${sequence}`,
        `  API keys   ${keys}`,
        `  webhooks   ${webhooks}`,
        ...used.map(([kind, count]) => `  ${kind}  ${count}`),
      ],
      json: { ...shown(row), plan, sequence, keys, webhooks, records: Object.fromEntries(used) },
    }
  })
}

export function deleteBroadcast(id: string, options: { yes?: boolean }): Promise<Report> {
  return withPlatform(async (platform) => {
    const row = await requireBroadcast(platform, id)
    const { records } = await broadcastsOf(platform).usage(id)
    const count = Object.values(records).reduce((sum, { used }) => sum + used, 0)
    await confirm(
      `Delete the broadcast "${row.name}" of ${row.email} with its ${count} records, API keys and webhooks? This cannot be undone.`,
      options.yes,
    )
    await broadcastsOf(platform).remove({ broadcastId: id, userId: row.user_id }, { type: 'command' })
    return { lines: [`The broadcast "${row.name}" was deleted.`], json: { id, deleted: true } }
  })
}

const broadcastsOf = ({ db, control, clock, notifications, config: { quotas } }: Platform) =>
  createBroadcasts({ db, control, clock, notifications, quotas })

type BroadcastRow = ListedBroadcast & BroadcastSummary

/** Every broadcast in the order of creation, or the one with this id. */
export async function rowsOf({ db, control }: Platform, id?: string): Promise<BroadcastRow[]> {
  const listed = await findListed(control, id)
  const summaries = await summarize(
    db,
    listed.map((row) => row.id),
  )
  return listed.flatMap((row) => {
    const summary = summaries.get(row.id)
    return summary ? { ...row, ...summary } : []
  })
}

export async function requireBroadcast(platform: Platform, id: string): Promise<BroadcastRow> {
  const [row] = await rowsOf(platform, id)
  if (!row) throw new CommandError(`There is no broadcast ${id}.`)
  return row
}

const shown = (row: BroadcastRow) => ({
  id: row.id,
  name: row.name,
  userId: row.user_id,
  owner: row.email,
  status: row.status,
  isPrivate: row.is_private,
  createdAt: row.created_at,
})

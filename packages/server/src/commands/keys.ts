import { parseInstant } from '@marquee/model'
import { type Scope, scopes } from '../access/rights.ts'
import type { Platform } from '../platform.ts'
import type { ApiKeyRow } from '../store/control/api-keys.ts'
import { rowsOf } from './broadcasts.ts'
import { CommandError, type Report, UsageError, withPlatform } from './command.ts'

export function createKey(options: {
  broadcast?: string
  name: string
  scopes: string
  expires?: string
}): Promise<Report> {
  const wanted = options.scopes.split(',').map((scope) => requireScope(scope.trim()))
  const expiresAt = options.expires === undefined ? null : requireInstant(options.expires)
  return withPlatform(async (platform) => {
    const { control, keys } = platform
    const broadcastId = await requireBroadcast(platform, options.broadcast)
    const { row, text } = await control.transaction((tx) =>
      keys.create(tx, broadcastId, { name: options.name, scopes: wanted, expiresAt }, { type: 'command' }),
    )
    return {
      lines: [`API key "${row.name}" created (${row.scopes.join(', ')}). It is shown only once:`, '', `  ${text}`, ''],
      json: { id: row.id, broadcastId, key: text, name: row.name, scopes: row.scopes, expiresAt: row.expires_at },
    }
  })
}

export function listKeys(options: { broadcast?: string }): Promise<Report> {
  return withPlatform(async (platform) => {
    const rows = await platform.keys.list(await requireBroadcast(platform, options.broadcast))
    return {
      lines: rows.length === 0 ? ['There are no API keys.'] : rows.map(formatRow),
      json: {
        data: rows.map((row) => ({
          id: row.id,
          name: row.name,
          preview: `mrq_live_...${row.last_four}`,
          scopes: row.scopes,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
          revokedAt: row.revoked_at,
          lastUsed: row.last_used_at,
        })),
      },
    }
  })
}

export function revokeKey(id: string, options: { broadcast?: string }): Promise<Report> {
  return withPlatform(async (platform) => {
    const { control, keys } = platform
    const broadcastId = await requireBroadcast(platform, options.broadcast)
    const found = (await keys.list(broadcastId)).find((row) => row.id === id)
    if (!found) throw new CommandError(`There is no API key ${id} in this broadcast.`)
    await control.transaction((tx) => keys.revoke(tx, broadcastId, id, { type: 'command' }))
    return { lines: [`API key "${found.name}" was revoked.`], json: { id, revoked: true } }
  })
}

function formatRow(row: ApiKeyRow): string {
  const state = row.revoked_at ? 'revoked' : row.expires_at ? `until ${row.expires_at.toISOString()}` : 'live'
  const used = row.last_used_at ? `used ${row.last_used_at.toISOString()}` : 'never used'
  return `${row.id}  mrq_live_...${row.last_four}  ${row.scopes.join(',').padEnd(18)}  ${state}, ${used}  ${row.name}`
}

async function requireBroadcast(platform: Platform, id: string | undefined): Promise<string> {
  const [found, ...others] = await rowsOf(platform, id)
  if (found && others.length === 0) return found.id
  throw new CommandError(
    id === undefined
      ? 'Name the broadcast with --broadcast: there is none, or more than one.'
      : `There is no broadcast ${id}.`,
  )
}

function requireScope(scope: string): Scope {
  const found = scopes.find((known) => known === scope)
  if (!found) throw new UsageError(`${scope || 'An empty text'} is not a scope; the scopes are ${scopes.join(', ')}.`)
  return found
}

function requireInstant(text: string): Date {
  const parsed = parseInstant(text, 'UTC')
  if ('reason' in parsed) throw new UsageError(`--expires ${parsed.reason}.`)
  return new Date(parsed.instant)
}

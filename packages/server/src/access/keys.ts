import { timingSafeEqual } from 'node:crypto'
import { invalid } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { isoNow } from '../base/clock.ts'
import { AppError, notFound } from '../base/errors.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Vault } from '../base/vault.ts'
import type { Actor } from '../store/changes/changes.ts'
import { appendAccountAudit } from '../store/control/account-audit.ts'
import {
  type ApiKeyRow,
  countLiveKeys,
  findKeyOwner,
  insertKey,
  listKeys,
  lockKey,
  replaceKey,
  revokeKey,
  touchKey,
} from '../store/control/api-keys.ts'
import { lockListed } from '../store/control/directory.ts'
import type { Db, Tx } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { isWellFormed, newApiKey } from './api-key.ts'
import { BriefCache } from './brief-cache.ts'
import { cacheScopeOf, type Scope } from './rights.ts'

/** An API key that is valid now. */
export interface LiveKey {
  type: 'key'
  id: string
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  plan: 'free' | 'pro'
  scopes: Scope[]
  /** The result of `cacheScopeOf`. */
  cacheScope: string
}

export interface NewKey {
  name: string
  scopes: Scope[]
  expiresAt: Date | null
  /** A fixed key instead of a random one, for the demo. */
  text?: string
}

export interface Keys {
  /** Authenticates a presented key; undefined when it is unknown, revoked or expired. */
  find(presented: string): Promise<LiveKey | undefined>
  /** The same from the cache only; undefined means that it is not cached. */
  findKnown(presented: string): LiveKey | undefined
  create(tx: Tx<'control'>, broadcastId: string, key: NewKey, actor: Actor): Promise<{ row: ApiKeyRow; text: string }>
  list(broadcastId: string): Promise<ApiKeyRow[]>
  revoke(tx: Tx<'control'>, broadcastId: string, id: string, actor: Actor): Promise<ApiKeyRow>
  /** Replaces a key by a new one; the old one stays valid for `overlapSeconds`. */
  rotate(
    tx: Tx<'control'>,
    broadcastId: string,
    id: string,
    overlapSeconds: number,
    actor: Actor,
  ): Promise<{ row: ApiKeyRow; text: string }>
}

export function createKeys({
  control,
  clock,
  vault,
  notifications,
  quota,
}: {
  control: Db<'control'>
  clock: Clock
  vault: Vault
  notifications: Notifications
  quota: number
}): Keys {
  const cache = new BriefCache<LiveKeyRow | undefined>({ clock, maxAgeMs: 1_000, maxEntries: 10_000 })
  const lastTouchMs = new Map<string, number>()
  notifications.subscribe((notification) => {
    if (notification.type === 'access') cache.clear()
  })

  const findLiveKey = async (presented: string): Promise<LiveKeyRow | undefined> => {
    const digests = vault.digests(presented, 'api-key')
    const row = await findKeyOwner(control, digests)
    if (!row || !digests.some((digest) => timingSafeEqual(digest, row.digest))) return undefined
    const scopes = row.scopes as Scope[]
    const live: LiveKey = {
      type: 'key',
      id: row.id,
      broadcastId: row.broadcast_id,
      userId: row.user_id,
      plan: row.plan,
      scopes,
      cacheScope: cacheScopeOf(row.broadcast_id, { scopes }),
    }
    return { live, endsMs: endOf(row) }
  }

  /** Records the last use of a key at most once a minute, without delaying the request. */
  const touch = (id: string) => {
    const nowMs = clock.now()
    if (nowMs - (lastTouchMs.get(id) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return
    lastTouchMs.set(id, nowMs)
    touchKey(control, id, new Date(nowMs)).catch(() => {})
  }

  const insert = async (tx: Tx<'control'>, broadcastId: string, key: NewKey, actor: Actor, action: string) => {
    const text = key.text ?? newApiKey()
    const [digest] = vault.digests(text, 'api-key')
    const createdAt = new Date(clock.now())
    if (!digest) throw new Error('the key ring is empty')
    if (key.expiresAt && key.expiresAt <= createdAt) throw invalid('/expires_at', 'order', 'must be in the future')
    const row: ApiKeyRow = {
      id: newObjectId(clock.now()),
      broadcast_id: broadcastId,
      name: key.name,
      last_four: text.slice(-4),
      scopes: key.scopes,
      created_at: createdAt,
      expires_at: key.expiresAt,
      revoked_at: null,
      replaced_until: null,
      last_used_at: null,
    }
    await lockListed(tx, broadcastId)
    await insertKey(tx, { ...row, digest, created_by: actor.type === 'user' ? actor.id : null })
    if ((await countLiveKeys(tx, broadcastId, createdAt)) > quota)
      throw new AppError('quota_exceeded', `A broadcast can have at most ${quota} API keys.`)
    await appendAccountAudit(tx, {
      action,
      broadcastId,
      actor,
      details: { keyId: row.id, name: row.name, scopes: row.scopes },
      at: isoNow(clock),
    })
    tx.afterCommit(() => notifications.publish({ type: 'access' }))
    return { row, text }
  }

  const liveOf = (row: LiveKeyRow | undefined): LiveKey | undefined => {
    if (!row || row.endsMs <= clock.now()) return undefined
    touch(row.live.id)
    return row.live
  }

  return {
    async find(presented) {
      if (!isWellFormed(presented)) return undefined
      return liveOf(await cache.get(presented, () => findLiveKey(presented)))
    },
    findKnown: (presented) => liveOf(cache.peek(presented)?.value),
    create: (tx, broadcastId, key, actor) => insert(tx, broadcastId, key, actor, 'key.created'),
    list: (broadcastId) => listKeys(control, broadcastId),
    async revoke(tx, broadcastId, id, actor) {
      const row = await lockKey(tx, broadcastId, id)
      if (!row) throw notFound()
      const at = new Date(clock.now())
      await revokeKey(tx, id, at)
      await appendAccountAudit(tx, {
        action: 'key.revoked',
        broadcastId,
        actor,
        details: { keyId: id, name: row.name },
        at: at.toISOString(),
      })
      tx.afterCommit(() => notifications.publish({ type: 'access' }))
      return { ...row, revoked_at: row.revoked_at ?? at }
    },
    async rotate(tx, broadcastId, id, overlapSeconds, actor) {
      const row = await lockKey(tx, broadcastId, id)
      const nowMs = clock.now()
      if (!row || endOf(row) <= nowMs) throw notFound()
      await replaceKey(tx, id, new Date(nowMs + overlapSeconds * 1_000))
      return insert(
        tx,
        broadcastId,
        { name: row.name, scopes: row.scopes as Scope[], expiresAt: row.expires_at },
        actor,
        'key.rotated',
      )
    },
  }
}

/** When a key becomes invalid: revoked, expired, or replaced and past the overlap. */
function endOf(row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at' | 'replaced_until'>): number {
  const ends = [row.revoked_at, row.expires_at, row.replaced_until].map(
    (end) => end?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  return Math.min(...ends)
}

interface LiveKeyRow {
  live: LiveKey
  endsMs: number
}

const touchEveryMs = 60_000

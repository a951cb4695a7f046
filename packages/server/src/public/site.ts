import type { AnyRecord } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { isObjectId } from '../base/object-id.ts'
import { readToken, signToken } from '../base/signed-token.ts'
import type { Vault } from '../base/vault.ts'
import type { Queryable } from '../store/db.ts'
import { findBroadcastById, findBroadcastBySlug, findNextDue } from '../store/public/public.ts'
import type { Audience } from '../store/public/public-visibility.ts'

/** A broadcast as anonymous readers see it. */
export interface Site {
  broadcastId: string
  /** The account that owns the broadcast. */
  userId: string
  /** The name in the path: its id, or the slug of its website. */
  address: string
  timezone: string
  dayStart: string
  audience: Audience
}

export interface Sites {
  /** The broadcast of a path. A private one without a valid token gets the same 404 as a missing one. */
  open(db: Queryable, address: string, previewToken?: string | null): Promise<Site>
  /** A token that shows drafts, until it expires. */
  previewToken(broadcastId: string, expiresAtMs: number): string
}

export function createSites({ clock, vault }: { clock: Clock; vault: Vault }): Sites {
  const isPreview = (broadcastId: string, token: string) =>
    readToken(vault, 'previews', token, clock.now())?.words[0] === broadcastId

  return {
    async open(db, address, previewToken) {
      const row = isObjectId(address) ? await findBroadcastById(db, address) : await findBroadcastBySlug(db, address)
      if (!row) throw notFound()
      const record: AnyRecord = JSON.parse(row.body)
      const withDrafts = typeof previewToken === 'string'
      const isOpen = withDrafts ? isPreview(row.broadcast_id, previewToken) : isPublic(record)
      if (!isOpen) throw notFound()
      return {
        broadcastId: row.broadcast_id,
        userId: row.user_id,
        address,
        timezone: String(record.timezone),
        dayStart: String(record.dayStart),
        audience: { at: new Date(clock.now()), withDrafts },
      }
    },
    previewToken: (broadcastId, expiresAtMs) => signToken(vault, 'previews', [broadcastId], expiresAtMs),
  }
}

/** When the next record becomes visible without a write. A preview link shows drafts before that. */
export async function nextDueMs(db: Queryable, { broadcastId, audience }: Site): Promise<number> {
  const due = audience.withDrafts ? undefined : await findNextDue(db, broadcastId, audience.at)
  return due?.getTime() ?? Number.POSITIVE_INFINITY
}

/** The fields of a broadcast that decide whether it is public. */
export const publicFields = ['isPrivate', 'isWeb', 'isApp']

/** Whether a broadcast is public at all. */
export const isPublic = ({ isPrivate, isWeb, isApp }: AnyRecord) =>
  isPrivate !== true && (isWeb === true || isApp === true)

import { invalid } from '@marquee/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sequenceAhead } from '../content/change-feed.ts'
import type { Freshness } from '../store/freshness.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Answer, Authorized, Route } from './route.ts'

/** A read with this header never gets content from before the change with this number. */
export const minSequenceHeader = 'marquee-min-sequence'

export const hasMinSequence = (route: Route, request: FastifyRequest): boolean =>
  route.method === 'GET' && request.headers[minSequenceHeader] !== undefined

/** Authorizes a read, and makes what it will read include the change that it names. */
export async function authorizeFresh(
  { freshness, responseCache }: { freshness: Freshness; responseCache: ResponseCache },
  request: FastifyRequest,
  authorize: () => Authorized | Promise<Authorized>,
): Promise<Authorized> {
  const authorized = await authorize()
  const { membership, site } = authorized
  const broadcastId = (membership ?? site)?.broadcastId
  if (broadcastId === undefined) return authorized
  const { isNew, isAhead, last } = await freshness.reach(broadcastId, minSequenceOf(request))
  // To visitors a refusal would reveal how much is edited; they get the newest that there is.
  if (isAhead && membership) throw sequenceAhead(last)
  if (!isNew) return authorized
  request.since = responseCache.now()
  // How a broadcast is shown to visitors may be what changed.
  return site ? authorize() : authorized
}

function minSequenceOf({ headers }: FastifyRequest): number {
  const text = String(headers[minSequenceHeader])
  if (!/^\d{1,15}$/.test(text))
    throw invalid(
      'Marquee-Min-Sequence',
      'format',
      'must be a whole number: the Marquee-Sequence of the answer to a write',
    )
  return Number(text)
}

/** Says with the answer to a write which number the next read is to name. */
export async function showSequence(
  freshness: Freshness,
  { authorized: { membership } }: FastifyRequest,
  reply: FastifyReply,
  { headers }: Answer,
): Promise<void> {
  if (!membership) return
  const { broadcastId } = membership
  // The first answer may have come from another node, whose notification has not arrived.
  const isReplayed = headers?.['idempotent-replayed'] !== undefined
  const sequence = isReplayed ? await freshness.last(broadcastId) : freshness.known(broadcastId)
  if (sequence !== undefined) reply.header('marquee-sequence', String(sequence))
}

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { invalid } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { readNextChanges, startOfFeed } from '../content/change-feed.ts'
import type { ShownChange } from '../store/changes/changes.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { type Authorizer, headersOf, requireRight } from './authorize.ts'
import type { Place, Presences } from './presences.ts'
import type { MemberCall } from './route.ts'
import { hiddenKinds } from './routes/change-view.ts'

type StreamCall = MemberCall & { query: { since: number; presence: boolean } }

export interface ChangeStreams {
  /** Responds with a stream that stays open until the caller disconnects, loses its right, or the service stops. */
  open(call: StreamCall): Promise<void>
  count(broadcastId: string): number
  close(): void
}

export function createChangeStreams(parts: {
  db: Db
  notifications: Notifications
  authorizer: Authorizer
  presences: Presences
  quota: number
}): ChangeStreams {
  const { db, notifications, authorizer, presences, quota } = parts
  const open = new Map<string, Set<Stream>>()

  const start = async (call: StreamCall, stream: Stream) => {
    const { membership, principal, reply, params } = call
    stream.at = await startOfFeed(db, membership.broadcastId, sinceOf(call))
    const headers = headersOf(call.request)
    stream.next = async () => {
      const currentMembership = await authorizer.currentMembership(principal, params, headers)
      if (!currentMembership) return undefined
      const hidden = hiddenKinds(currentMembership)
      const page = await readNextChanges(db, membership.broadcastId, {
        since: stream.at,
        limit: pageSize,
        hiddenKinds: hidden,
      })
      return { ...page, presence: takePresence(stream, membership.broadcastId, hidden) }
    }
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.on('close', () => end(stream))
    const unsubscribe = notifications.subscribe((notification) => {
      if (!('broadcastId' in notification) || notification.broadcastId === membership.broadcastId) stream.wake()
    })
    const unfollow =
      call.query.presence &&
      presences.subscribe(membership.broadcastId, (place) => {
        stream.places.set(`${place.kind} ${place.recordId}`, place)
        stream.wake()
      })
    // The client resumes a broken stream after the last change it received.
    pump(stream, reply.raw)
      .catch(() => {})
      .finally(() => {
        unsubscribe()
        if (unfollow) unfollow()
        leave(membership.broadcastId, stream)
        // A stalled reader must not keep the service from stopping.
        if (reply.raw.writableNeedDrain) reply.raw.destroy()
        else reply.raw.end()
      })
  }

  const takePresence = (stream: Stream, broadcastId: string, hidden: string[]) => {
    const places = [...stream.places.values()].filter(({ kind }) => !hidden.includes(kind))
    stream.places.clear()
    return places.map((place) => JSON.stringify({ ...place, people: presences.peopleOn(broadcastId, place) }))
  }

  const leave = (broadcastId: string, stream: Stream) => {
    const here = open.get(broadcastId)
    here?.delete(stream)
    if (here?.size === 0) open.delete(broadcastId)
  }

  return {
    async open(call) {
      const { broadcastId } = call.membership
      if (call.query.presence) requireRight(call.membership, 'studio.use')
      const here = open.get(broadcastId) ?? new Set<Stream>()
      if (here.size >= quota)
        throw new AppError('quota_exceeded', `A broadcast can have at most ${quota} open streams.`)
      const stream = newStream()
      open.set(broadcastId, here.add(stream))
      await start(call, stream).catch((error: unknown) => {
        leave(broadcastId, stream)
        throw error
      })
    },
    count: (broadcastId) => open.get(broadcastId)?.size ?? 0,
    close() {
      for (const streams of open.values()) streams.forEach(end)
    },
  }
}

interface Stream {
  /** The sequence number sent last. */
  at: number
  /** The changes since, or undefined when the caller has lost the right to see them. */
  next(): Promise<{ changes: ShownChange[]; hasMore: boolean; presence: string[] } | undefined>
  /** The records whose presence has changed. */
  places: Map<string, Place>
  /** There may be new changes. */
  wake(): void
  /** Settles when there may be new changes, or it is time to poll. */
  woken(): Promise<void>
  /** Aborted when the stream ends. */
  over: AbortController
}

const pageSize = 200
const lookEveryMs = 500
const beatEveryMs = 15_000
/** The stream of a client that reads nothing for this long is closed; it resumes after the last change it received. */
const stalledMs = 60_000

function newStream(): Stream {
  let isWoken = false
  let onWake = () => {}
  return {
    at: 0,
    next: async () => undefined,
    places: new Map(),
    over: new AbortController(),
    wake() {
      isWoken = true
      onWake()
    },
    async woken() {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, lookEveryMs)
          onWake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isWoken = false
    },
  }
}

function end(stream: Stream): void {
  stream.over.abort()
  stream.wake()
}

/** Sends new changes, then waits for a notification. Polls too, since a notification may be lost and a key revoked on another node. */
async function pump(stream: Stream, response: ServerResponse): Promise<void> {
  let lastBeat = performance.now()
  response.write(`retry: 2000\nid: ${stream.at}\n\n`)
  while (!stream.over.signal.aborted) {
    const page = await stream.next()
    if (!page) return
    const { changes, hasMore, presence } = page
    for (const change of changes) {
      stream.at = change.sequence
      await write(stream, response, `id: ${change.sequence}\nevent: change\ndata: ${change.shown}\n\n`)
    }
    for (const one of presence) await write(stream, response, `event: presence\ndata: ${one}\n\n`)
    if (performance.now() - lastBeat > beatEveryMs) {
      lastBeat = performance.now()
      await write(stream, response, ': still here\n\n')
    }
    if (!hasMore && !stream.over.signal.aborted) await stream.woken()
  }
}

/** Backpressure: a slow reader pauses its stream instead of filling our memory. */
async function write({ over }: Stream, response: ServerResponse, text: string): Promise<void> {
  if (over.signal.aborted || response.write(text)) return
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(stalledMs)])
  await once(response, 'drain', { signal }).catch(() => over.abort())
}

function sinceOf(call: StreamCall): number | undefined {
  const header = call.headers['last-event-id']
  if (header === undefined) return call.query.since < 0 ? undefined : call.query.since
  if (!/^\d{1,15}$/.test(String(header))) throw invalid('Last-Event-ID', 'format', 'must be a sequence number')
  return Number(header)
}

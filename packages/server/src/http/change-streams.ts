import type { ServerResponse } from 'node:http'
import { complain } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { readChanges } from '../store/changes.ts'
import type { Db } from '../store/db.ts'
import type { Signals } from '../store/signals.ts'
import { showChange } from './change-view.ts'
import { type Door, headersOf } from './door.ts'
import type { SeatedCall } from './route.ts'

export interface ChangeStreams {
  /** Answers with a stream that stays open until the caller leaves, loses its right, or the service stops. */
  open(call: SeatedCall & { query: { since: number } }, hiddenKinds: string[]): Promise<void>
  count(broadcastId: string): number
  close(): void
}

export function createChangeStreams(parts: { db: Db; signals: Signals; door: Door; quota: number }): ChangeStreams {
  const { db, signals, door, quota } = parts
  const open = new Map<string, Set<Stream>>()

  return {
    async open(call, hiddenKinds) {
      const { seat, principal, reply } = call
      const since = sinceOf(call)
      const here = open.get(seat.broadcastId) ?? new Set<Stream>()
      if (here.size >= quota) throw new AppError('quota_exceeded', `A broadcast may have ${quota} open streams.`)
      const page = await readChanges(db, seat.broadcastId, since ?? Number.MAX_SAFE_INTEGER, 1, hiddenKinds)
      if (since !== undefined && since < page.prunedThrough)
        throw new AppError('sequence_expired', 'Changes that old are no longer kept.')

      const headers = headersOf(call.request)
      const passed = reply.getHeaders()
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(passed as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const stream: Stream = {
        response: reply.raw,
        at: since ?? page.lastSequence,
        read: async (from) => (await readChanges(db, seat.broadcastId, from, pageSize, hiddenKinds)).changes,
        mayGoOn: () => door.stillSeated(principal, seat, headers),
        wake: () => {},
        isOver: false,
      }
      here.add(stream)
      open.set(seat.broadcastId, here)
      const unsubscribe = signals.subscribe((signal) => {
        if (signal.type === 'access' || signal.broadcastId === seat.broadcastId) stream.wake()
      })
      reply.raw.on('close', () => {
        stream.isOver = true
        stream.wake()
      })
      pump(stream)
        .catch(() => {})
        .finally(() => {
          unsubscribe()
          here.delete(stream)
          if (here.size === 0) open.delete(seat.broadcastId)
          reply.raw.end()
        })
    },
    count: (broadcastId) => open.get(broadcastId)?.size ?? 0,
    close() {
      for (const streams of open.values()) {
        for (const stream of streams) {
          stream.isOver = true
          stream.wake()
        }
      }
    },
  }
}

interface Stream {
  response: ServerResponse
  /** The sequence number sent last. */
  at: number
  read(
    from: number,
  ): ReturnType<typeof readChanges> extends Promise<infer P>
    ? Promise<P extends { changes: infer C } ? C : never>
    : never
  mayGoOn(): Promise<boolean>
  wake(): void
  isOver: boolean
}

const pageSize = 200
const lookEveryMs = 500
const beatEveryMs = 15_000

/** Sends what is new, then waits for news. It looks by itself now and then, since a signal may be lost and a key revoked elsewhere. */
async function pump(stream: Stream): Promise<void> {
  let lastBeat = performance.now()
  stream.response.write(`retry: 2000\nid: ${stream.at}\n\n`)
  while (!stream.isOver) {
    if (!(await stream.mayGoOn())) return
    const changes = await stream.read(stream.at)
    for (const change of changes) {
      stream.at = change.sequence
      await write(stream, `id: ${change.sequence}\nevent: change\ndata: ${showChange(change)}\n\n`)
    }
    if (performance.now() - lastBeat > beatEveryMs) {
      lastBeat = performance.now()
      await write(stream, ': still here\n\n')
    }
    if (changes.length < pageSize) await news(stream)
  }
}

/** A reader that does not keep up holds its stream back, not our memory. */
async function write(stream: Stream, text: string): Promise<void> {
  if (stream.isOver || stream.response.write(text)) return
  await new Promise<void>((resolve) => {
    stream.response.once('drain', resolve)
    stream.response.once('close', resolve)
  })
}

function news(stream: Stream): Promise<void> {
  if (stream.isOver) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lookEveryMs)
    stream.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function sinceOf(call: SeatedCall & { query: { since: number } }): number | undefined {
  const header = call.headers['last-event-id']
  if (header === undefined) return call.query.since < 0 ? undefined : call.query.since
  if (!/^\d{1,15}$/.test(String(header))) throw complain('Last-Event-ID', 'format', 'must be a sequence number')
  return Number(header)
}

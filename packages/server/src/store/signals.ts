import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** News that travels between the nodes: a broadcast has changed up to a sequence number, or what is known of a key or person is out of date. */
export type Signal = { type: 'changes'; broadcastId: string; sequence: number } | { type: 'access' }

export interface Signals {
  /** Tells every node, this one at once. Several in a row travel together. */
  publish(signal: Signal): void
  subscribe(listener: (signal: Signal) => void): () => void
  close(): Promise<void>
}

/**
 * NOTIFY inside a transaction makes all commits of the database queue behind one lock, so signals are sent after the commit.
 * One that is lost with a crash does no harm: those who listen also look by themselves from time to time.
 */
export function openSignals(db: Db): Signals {
  const nodeId = randomUUID()
  const listeners = new Set<(signal: Signal) => void>()
  const waiting: Signal[] = []
  let client: pg.Client | undefined
  let sending: Promise<void> = Promise.resolve()
  let isClosed = false

  const tell = (signal: Signal) => {
    for (const listener of listeners) listener(signal)
  }
  const send = async () => {
    const batch = waiting.splice(0)
    if (batch.length === 0) return
    for (let at = 0; at < batch.length; at += batchSize) {
      const payload = JSON.stringify({ from: nodeId, signals: batch.slice(at, at + batchSize) })
      await db.query(sql`select pg_notify('marquee', ${payload})`).catch(() => {})
    }
  }
  const listen = async () => {
    try {
      client = await db.connect()
      client.on('notification', ({ payload }) => {
        const message: { from: string; signals: Signal[] } = JSON.parse(payload ?? '{}')
        if (message.from !== nodeId) message.signals.forEach(tell)
      })
      client.on('error', () => {})
      client.on('end', () => {
        if (!isClosed) setTimeout(listen, reconnectMs).unref()
      })
      await client.query('listen marquee')
    } catch {
      if (!isClosed) setTimeout(listen, reconnectMs).unref()
    }
  }
  const started = listen()

  return {
    publish(signal) {
      tell(signal)
      waiting.push(signal)
      if (waiting.length === 1) {
        sending = sending.then(() => new Promise((resolve) => setTimeout(resolve, gatherMs))).then(send)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      await started
      await sending
      await client?.end().catch(() => {})
    },
  }
}

const gatherMs = 2
const reconnectMs = 500
/** A payload holds at most 8,000 bytes. */
const batchSize = 60

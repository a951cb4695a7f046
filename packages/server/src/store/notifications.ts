import { randomUUID } from 'node:crypto'
import type { Area } from '@marquee/model'
import type pg from 'pg'
import { destroy } from './connection.ts'
import type { Db, Plane } from './db.ts'
import { sql } from './sql.ts'

export const allAreas: Area[] = ['content', 'people', 'members']

/** A notification between nodes. */
export type Notification =
  /** A broadcast has changed up to a sequence number; the areas are the kinds of changed records. */
  | { type: 'changes'; broadcastId: string; sequence: number; areas: Area[] }
  /** A broadcast has been deleted. */
  | { type: 'gone'; broadcastId: string }
  /** Cached keys and people are out of date. */
  | { type: 'access' }
  /** Notifications may have been lost: every cache is out of date. It is not sent to other nodes. */
  | { type: 'gap' }

/** A tab of the studio opens a record, moves to another field, stays, or leaves. */
export interface Presence {
  broadcastId: string
  /** The tab, so that leaving one of two does not end the presence of the other. */
  tab: string
  personId: string
  name: string
  kind: string
  recordId: string
  /** Null for a person who only looks. */
  field: string | null
  /** Otherwise it lasts until it expires, which each node counts by its own clock. */
  isLeaving: boolean
}

export interface Notifications {
  /** Notifies every node, this one at once. Several in a row are sent together. */
  publish(notification: Notification): void
  /** Notifies this node only, of what it found out by itself. */
  tell(notification: Notification): void
  subscribe(listener: (notification: Notification) => void): () => void
  /** Sends a presence to every node. It may be lost: the next heartbeat of the tab repeats it. */
  announce(presence: Presence): void
  onPresence(listener: (presence: Presence) => void): void
  /** Whether notifications of other nodes are known to arrive at this moment. Otherwise nothing may be served from a cache. */
  isLive(): boolean
  close(): Promise<void>
}

/**
 * NOTIFY inside a transaction makes all commits of the database queue behind one lock, so notifications are sent after the commit.
 * A node that dies between the two sends none; its heartbeat stops, and the others take that for a gap. Notifications and heartbeats are
 * sent in order, on the connection on which they arrive: a node that received a heartbeat has received all earlier notifications, and
 * they do not wait for the pool.
 */
export function openNotifications(db: Db<Plane>): Notifications {
  const nodeId = randomUUID()
  const listeners = new Set<(notification: Notification) => void>()
  const presenceListeners = new Set<(presence: Presence) => void>()
  const peers = createPeers(nodeId, () => tell({ type: 'gap' }))
  const waiting: Notification[] = []
  let client: pg.Client | undefined
  let sending: Promise<void> = Promise.resolve()
  /** The number of pending sends. */
  let queued = 0
  let sentMs = 0
  /** The connection of the heartbeat in progress. */
  let beatingOn: object | undefined
  let isClosed = false

  const tell = (notification: Notification) => {
    for (const listener of listeners) listener(notification)
  }
  const hearPresence = (presence: Presence) => {
    for (const listener of presenceListeners) listener(presence)
  }
  /** Statements on the connection of the notifications, one after the other. */
  let line: Promise<unknown> = Promise.resolve()
  const inLine = (work: () => Promise<unknown>): Promise<unknown> => {
    const done = line.then(work)
    line = done.catch(() => {})
    return done
  }
  const notify = async (message: Omit<Message, 'from'>): Promise<unknown> => {
    const payload = JSON.stringify({ from: nodeId, ...message })
    const own = client
    const statement = { name: 'notify', text: "select pg_notify('marquee', $1)", values: [payload] }
    if (own) return inLine(() => own.query(statement))
    return db.query(sql`select pg_notify('marquee', ${payload})`)
  }
  const send = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      // Without a database no node is reached; the others miss this node's heartbeat by then, and clear their caches.
      sentMs = performance.now()
      if (!(await notify({ signals: batch }).catch(() => undefined))) return
      waiting.splice(0, batch.length)
    }
  }
  const queueSend = (afterMs: number) => {
    queued += 1
    sending = sending
      .then(() => new Promise((resolve) => setTimeout(resolve, afterMs)))
      .then(send)
      .finally(() => {
        queued -= 1
      })
  }
  /** One at a time on a connection: while the database hangs, heartbeats must not take up all of the pool. */
  const beat = () => {
    const target = client ?? db
    if (beatingOn === target) return
    beatingOn = target
    notify({ beat: true })
      .catch(() => {})
      .finally(() => {
        if (beatingOn === target) beatingOn = undefined
      })
  }
  const listen = async () => {
    const fresh = await db.connect()
    if (isClosed) return fresh.end()
    client = fresh
    line = Promise.resolve()
    fresh.on('notification', ({ payload }) => {
      const message: Message = JSON.parse(payload ?? '{}')
      peers.hear(message)
      if (message.from === nodeId) return
      message.signals?.forEach(tell)
      if (message.presence) hearPresence(message.presence)
      if (message.hello) notify({ beat: true }).catch(() => {})
    })
    fresh.on('end', () => drop(fresh))
    await inLine(() => fresh.query('listen marquee'))
    await notify({ beat: true, hello: true })
  }
  /** Closes a connection that is broken or silent. The next heartbeat opens another. */
  const drop = (broken: pg.Client) => {
    if (client !== broken) return
    client = undefined
    peers.lose()
    broken.end().catch(() => {})
    destroy(broken)
  }
  let connecting: Promise<unknown> | undefined
  const connect = () => {
    connecting ??= listen()
      .catch(() => {
        if (client) drop(client)
      })
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }
  const started = connect()
  const heart = setInterval(() => {
    const isSilent = peers.look()
    if (isSilent && client) drop(client)
    if (!client) connect()
    if (waiting.length > 0 && queued === 0) queueSend(0)
    beat()
  }, beatMs)
  heart.unref()

  return {
    publish(notification) {
      tell(notification)
      waiting.push(notification)
      if (waiting.length === 1) queueSend(Math.max(gatherMs, sentMs + pauseMs - performance.now()))
    },
    tell,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce(presence) {
      hearPresence(presence)
      notify({ presence }).catch(() => {})
    },
    onPresence(listener) {
      presenceListeners.add(listener)
    },
    isLive: peers.isLive,
    async close() {
      isClosed = true
      clearInterval(heart)
      // A connection that hangs accepts nothing, not even a request to end.
      const patience = setTimeout(() => client && drop(client), silenceMs)
      await started
      await sending
      await connecting
      await notify({ bye: true }).catch(() => {})
      await client?.end().catch(() => {})
      clearTimeout(patience)
    },
  }
}

interface Message {
  from: string
  /** The name of this member is that of an earlier version, whose nodes may still be running. */
  signals?: Notification[]
  /** A member of its own: nodes of an earlier version ignore it, and would fail on a signal that they do not know. */
  presence?: Presence
  beat?: true
  /** The node starts to listen: the others send a heartbeat at once, so that it knows about them. */
  hello?: true
  /** The node stops in order and has sent all its notifications. */
  bye?: true
}

/** The other nodes, by their heartbeats. One that falls silent may have died with unsent notifications. */
function createPeers(nodeId: string, onGap: () => void) {
  const heardMs = new Map<string, number>()
  let isConnected = false
  /** The last heartbeat of the node that has been silent for the longest time. */
  let oldestMs = Number.NEGATIVE_INFINITY
  return {
    hear(message: Message) {
      if (message.bye) heardMs.delete(message.from)
      else heardMs.set(message.from, performance.now())
      oldestMs = Math.min(...heardMs.values())
      if (message.from !== nodeId || isConnected) return
      isConnected = true
      onGap()
    },
    lose() {
      isConnected = false
    },
    /** Removes silent nodes. Returns whether this node itself was silent: then its connection cannot be trusted. */
    look(): boolean {
      const silent = [...heardMs].filter(([, atMs]) => performance.now() - atMs > silenceMs)
      for (const [peer] of silent) heardMs.delete(peer)
      oldestMs = Math.min(...heardMs.values())
      if (silent.length > 0) onGap()
      return silent.some(([peer]) => peer === nodeId)
    },
    isLive: () => isConnected && heardMs.has(nodeId) && performance.now() - oldestMs <= silenceMs,
  }
}

const gatherMs = 2
/** Between two of them while there are always more. */
const pauseMs = 20
const beatMs = 500
/** Two missed heartbeats. */
const silenceMs = 2 * beatMs
/** A payload has at most 8,000 bytes. */
const batchSize = 50

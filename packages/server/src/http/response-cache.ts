import type { Clock } from '../base/clock.ts'
import type { Notifications } from '../store/notifications.ts'
import { createBody, type EncodedBody } from './encoded-body.ts'

/** What a handler found out, before it is bytes. */
export interface Rendered {
  text: string
  headers: Record<string, string>
  /** When it is out of date by the clock alone. */
  untilMs?: number | undefined
  /** Nobody keeps a copy, not even we. */
  isSensitive: boolean
}

/** An answer that can be sent again as it is. */
export interface CachedResponse {
  /** Names and values in turn, as Node writes them fastest; with those of every response. */
  headers: string[]
  body: EncodedBody
}

/** The scope of everybody. */
export const publicScope = 'public'

/** What an answer is made of: a change of people's records leaves answers about content as they are. */
export type Subject = 'content' | 'people'

export interface Asked {
  broadcastId: string
  /** The same for all who get the same answers. */
  scope: string
  url: string
  subject: Subject
  /** The point in the news, taken before anything was read for the answer. */
  since: number
}

export interface ResponseCache {
  /** The answer to this very request, when it is kept and still holds. */
  find(scope: string, url: string): CachedResponse | undefined
  /** How much news there has been. */
  now(): number
  /** Reads, and keeps the answer until something changes. Those who ask the same meanwhile share it. */
  read(asked: Asked, read: () => Promise<Rendered>): Promise<CachedResponse>
  bytes(): number
}

/**
 * Answers in memory. A write to a broadcast drops what was kept of it: on the node that wrote before the write is answered,
 * on the others when they hear of it. While they cannot hear, nothing is answered from here.
 */
export function createResponseCache(parts: {
  clock: Clock
  notifications: Notifications
  maxBytes: number
}): ResponseCache {
  const { clock, notifications, maxBytes } = parts
  const store = createStore(maxBytes)
  const news = createNews()
  const running = new Map<string, { broadcastId: string; since: number; answer: Promise<CachedResponse> }>()

  notifications.subscribe((notification) => {
    if (notification.type === 'access') return
    if (notification.type === 'gap') {
      news.onGap()
      store.clear()
      return
    }
    const isAboutContent = notification.type === 'gone' || notification.areas.includes('content')
    news.on(notification.broadcastId, isAboutContent)
    store.dropOf(notification.broadcastId, (subject) => isAboutContent || subject === 'people')
  })

  const readAndKeep = async (asked: Asked, read: () => Promise<Rendered>): Promise<CachedResponse> => {
    const { text, headers, untilMs = Number.POSITIVE_INFINITY, isSensitive } = await read()
    const body = await createBody(text)
    const answer = { headers: [...alwaysSent, ...Object.entries(headers).flat()], body }
    const isCurrent = !news.isAnySince(asked.since, asked.broadcastId, asked.subject)
    if (isCurrent && !isSensitive) store.add(asked, answer, untilMs)
    return answer
  }

  return {
    find(scope, url) {
      if (!notifications.isLive()) return undefined
      return store.find(scope, url, clock.now())
    },
    now: news.count,
    read(asked, read) {
      const { scope, url, broadcastId, subject, since } = asked
      const key = `${scope} ${url}`
      const shared = running.get(key)
      const isShareable = shared?.broadcastId === broadcastId && !news.isAnySince(shared.since, broadcastId, subject)
      if (shared && isShareable) return shared.answer
      const answer = readAndKeep(asked, read).finally(() => {
        if (running.get(key)?.answer === answer) running.delete(key)
      })
      running.set(key, { broadcastId, since, answer })
      return answer
    },
    bytes: store.bytes,
  }
}

/** Numbers what was heard, so that a reader can tell whether something came while it read. */
function createNews() {
  let count = 0
  let lastGap = 0
  const last = { content: new Map<string, number>(), people: new Map<string, number>() }
  return {
    count: () => count,
    on(broadcastId: string, isAboutContent: boolean) {
      count += 1
      last.people.set(broadcastId, count)
      if (isAboutContent) last.content.set(broadcastId, count)
    },
    onGap() {
      count += 1
      lastGap = count
      last.content.clear()
      last.people.clear()
    },
    isAnySince: (since: number, broadcastId: string, subject: Subject) =>
      lastGap > since || (last[subject].get(broadcastId) ?? 0) > since,
  }
}

interface Entry {
  scope: string
  url: string
  subject: Subject
  shelf: Shelf
  answer: CachedResponse
  size: number
  untilMs: number
  /** Asked for since the last time room was needed. */
  isWanted: boolean
}

/** What is kept of one broadcast, oldest first. */
interface Shelf {
  broadcastId: string
  entries: Set<Entry>
  bytes: number
}

/** Holds answers within a number of bytes. When room is needed the broadcast that fills most of it gives way, so that none can drive out the others. */
function createStore(maxBytes: number) {
  /** By scope and address: two texts that are looked up as they come are quicker than one that is made of both. */
  const scopes = new Map<string, Map<string, Entry>>()
  const shelves = new Map<string, Shelf>()
  let total = 0

  const drop = (entry: Entry) => {
    const scope = scopes.get(entry.scope)
    if (scope?.get(entry.url) !== entry) return
    scope.delete(entry.url)
    if (scope.size === 0) scopes.delete(entry.scope)
    entry.shelf.entries.delete(entry)
    entry.shelf.bytes -= entry.size
    total -= entry.size
    if (entry.shelf.entries.size === 0) shelves.delete(entry.shelf.broadcastId)
  }
  const grow = (entry: Entry, by: number) => {
    if (scopes.get(entry.scope)?.get(entry.url) !== entry) return
    entry.size += by
    entry.shelf.bytes += by
    total += by
    while (total > maxBytes) drop(leastWanted(fullest(shelves.values())))
  }
  const shelfOf = (broadcastId: string): Shelf => {
    const shelf = shelves.get(broadcastId) ?? { broadcastId, entries: new Set<Entry>(), bytes: 0 }
    shelves.set(broadcastId, shelf)
    return shelf
  }

  return {
    find(scope: string, url: string, nowMs: number): CachedResponse | undefined {
      const entry = scopes.get(scope)?.get(url)
      if (!entry || entry.untilMs <= nowMs) return undefined
      entry.isWanted = true
      return entry.answer
    },
    add({ scope, url, subject, broadcastId }: Asked, answer: CachedResponse, untilMs: number) {
      const size = answer.body.plain.bytes.length + url.length + entryBytes
      // The largest answer there is fits into the cache as it is set up by default.
      if (size > maxBytes / 2) return
      const old = scopes.get(scope)?.get(url)
      if (old) drop(old)
      const shelf = shelfOf(broadcastId)
      const entry = { scope, url, subject, shelf, answer, size: 0, untilMs, isWanted: false }
      const sameScope = scopes.get(scope) ?? new Map<string, Entry>()
      scopes.set(scope, sameScope.set(url, entry))
      shelf.entries.add(entry)
      answer.body.onEncoded = (bytes) => grow(entry, bytes)
      grow(entry, size)
    },
    dropOf(broadcastId: string, isConcerned: (subject: Subject) => boolean) {
      for (const entry of shelves.get(broadcastId)?.entries ?? []) if (isConcerned(entry.subject)) drop(entry)
    },
    clear() {
      scopes.clear()
      shelves.clear()
      total = 0
    },
    bytes: () => total,
  }
}

function fullest(shelves: Iterable<Shelf>): Shelf {
  let found: Shelf | undefined
  for (const shelf of shelves) if (!found || shelf.bytes > found.bytes) found = shelf
  if (!found) throw new Error('there is nothing to give way')
  return found
}

/** The oldest that nobody asked for since the last look; those that were asked for go to the back of the queue once. */
function leastWanted({ entries }: Shelf): Entry {
  for (const entry of entries) {
    if (!entry.isWanted) return entry
    entry.isWanted = false
    entries.delete(entry)
    entries.add(entry)
  }
  const [oldest] = entries
  if (!oldest) throw new Error('an empty shelf was kept')
  return oldest
}

/** What an entry costs beside its bytes, roughly. */
const entryBytes = 500

const alwaysSent = ['x-content-type-options', 'nosniff']

import type { Clock } from '../base/clock.ts'
import type { JsonText } from '../base/json-text.ts'
import type { Notifications } from '../store/notifications.ts'
import { bodyOf, createBody, type EncodedBody } from './encoded-body.ts'
import { createRepeats } from './repeats.ts'
import { securityHeaders } from './security-headers.ts'

/** The response of a handler, before it is encoded. */
export interface Rendered {
  text: JsonText
  headers: Record<string, string>
  /** Its ETag, where it is known. */
  etag?: string | undefined
  /** When it expires by the clock. */
  untilMs?: number | undefined
  /** Must not be cached, not even in memory. */
  isSensitive: boolean
  /** Made of what is in memory, so that it need not be cached before it is asked for again. */
  isRemembered?: boolean | undefined
}

/** A response that can be sent again unchanged. */
export interface CachedResponse {
  /** Alternating names and values, which Node writes fastest; includes the headers of every response. */
  headers: string[]
  body: EncodedBody
}

/** The scope of public responses. */
export const publicScope = 'public'

/** The records that a response is made of: a change of people's records does not invalidate responses about content. */
export type Subject = 'content' | 'people'

export interface Asked {
  broadcastId: string
  /** The same for all callers who get the same responses. */
  scope: string
  url: string
  subject: Subject
  /** The count of notifications before anything was read for the response. */
  since: number
}

export interface ResponseCache {
  /** The response to this very request, when it is cached and still valid. */
  find(scope: string, url: string): CachedResponse | undefined
  /** The count of notifications so far. */
  now(): number
  /** What was answered and not cached, as far as that is remembered. */
  once: { has(scope: string, url: string): boolean; add(scope: string, url: string): void }
  /** Reads and caches until something changes. Concurrent requests for the same share one read. */
  read(asked: Asked, read: () => Promise<Rendered>): Promise<CachedResponse>
  bytes(): number
  /** How often a response was looked up, and found. */
  lookups(): { hit: number; miss: number }
}

/**
 * Responses in memory. A write to a broadcast invalidates its entries: on the writing node before the write is answered, on
 * other nodes when the notification arrives. While notifications cannot arrive, nothing is served from the cache.
 */
export function createResponseCache(parts: {
  clock: Clock
  notifications: Notifications
  maxBytes: number
}): ResponseCache {
  const { clock, notifications, maxBytes } = parts
  const store = createStore(maxBytes)
  const repeats = createRepeats()
  const arrived = createNotificationCount()
  let hits = 0
  let misses = 0
  const running = new Map<string, Running>()

  notifications.subscribe((notification) => {
    if (notification.type === 'access') return
    if (notification.type === 'gap') {
      arrived.onGap()
      store.clear()
      return
    }
    const isAboutContent = notification.type === 'gone' || notification.areas.includes('content')
    arrived.on(notification.broadcastId, isAboutContent)
    store.dropOf(notification.broadcastId, (subject) => isAboutContent || subject === 'people')
  })

  const once: ResponseCache['once'] = {
    has: (scope, url) => repeats.has(`${scope} ${url}`),
    add: (scope, url) => repeats.add(`${scope} ${url}`),
  }
  const readAndKeep = async (asked: Asked, read: () => Promise<Rendered>): Promise<CachedResponse> => {
    const { text, headers, etag, untilMs = Number.POSITIVE_INFINITY, isSensitive, isRemembered } = await read()
    const body = await createBody(text, effortFor(asked.scope), etag)
    const answer = { headers: headerList(headers), body }
    const isCurrent = !arrived.isAnySince(asked.since, asked.broadcastId, asked.subject)
    const isWorthwhile = !isRemembered || once.has(asked.scope, asked.url)
    if (!isWorthwhile) once.add(asked.scope, asked.url)
    else if (isCurrent && !isSensitive) store.add(asked, answer, untilMs)
    return answer
  }

  return {
    find(scope, url) {
      const found = notifications.isLive() ? store.find(scope, url, clock.now()) : undefined
      if (found) hits += 1
      else misses += 1
      return found
    },
    now: arrived.count,
    once,
    read(asked, read) {
      const { scope, url, broadcastId, subject, since } = asked
      const key = `${scope} ${url}`
      const shared = running.get(key)
      const isShareable = shared?.broadcastId === broadcastId && !arrived.isAnySince(shared.since, broadcastId, subject)
      if (shared?.answer && isShareable) return shared.answer
      const own: Running = { broadcastId, since, answer: undefined }
      const answer = readAndKeep(asked, read).finally(() => {
        own.answer = undefined
        if (running.get(key) === own) running.delete(key)
      })
      own.answer = answer
      running.set(key, own)
      return answer
    },
    bytes: store.bytes,
    lookups: () => ({ hit: hits, miss: misses }),
  }
}

/** A response that is being made. */
interface Running {
  broadcastId: string
  since: number
  /** Undefined when it has been made: a map may keep what was deleted from it until all memory is collected (decision 0191). */
  answer: Promise<CachedResponse> | undefined
}

/** A response that is sent once, of bytes whose ETag is known. */
export function responseOf(scope: string, { text, headers, etag }: Rendered): CachedResponse | undefined {
  if (typeof text === 'string' || etag === undefined) return undefined
  return { headers: headerList(headers), body: bodyOf(text, etag, undefined, effortFor(scope)) }
}

const headerList = (headers: Record<string, string>) => Object.entries({ ...securityHeaders, ...headers }).flat()

/** Public responses are sent to many. */
const effortFor = (scope: string) => (scope === publicScope ? 'small' : 'fast')

/** Counts notifications, so that a read knows whether one arrived meanwhile. */
function createNotificationCount() {
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
  /** Requested since the last eviction. */
  isWanted: boolean
}

/** The entries of one broadcast, oldest first. */
interface Shelf {
  broadcastId: string
  entries: Set<Entry>
  bytes: number
}

/** Entries within a number of bytes. Eviction takes from the broadcast with the most bytes, so that none can evict the others. */
function createStore(maxBytes: number) {
  /** By scope, then URL: two lookups are faster than a key concatenated for each request. */
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
      // The largest possible response fits into a cache of the default size.
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
  if (!found) throw new Error('there is nothing to evict')
  return found
}

/** Second chance: the oldest entry that was not requested since the last eviction; requested ones move to the back once. */
function leastWanted({ entries }: Shelf): Entry {
  for (const entry of entries) {
    if (!entry.isWanted) return entry
    entry.isWanted = false
    entries.delete(entry)
    entries.add(entry)
  }
  const [oldest] = entries
  if (!oldest) throw new Error('an empty list of entries was kept')
  return oldest
}

/** The overhead of an entry, roughly. */
const entryBytes = 500

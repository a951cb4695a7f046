import type { Presence } from '@marquee/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type BroadcastApi, type Change, Problem, type Stored } from './api.ts'
import { rememberBroadcast, useBroadcast } from './broadcasts.tsx'
import { newerOf } from './newer.ts'
import { takePresence } from './presence.ts'
import { listsKey, recordKey, showInLists } from './records.ts'
import { siteContentKey } from './site-content.ts'
import { trashKey } from './trash.ts'

export type LiveState = 'connecting' | 'live' | 'offline'

/**
 * Follows the change stream of the open broadcast and updates the cached reads. The tabs of a browser share one stream,
 * as browsers limit connections per host: the tab with the lock reads it and broadcasts to the others.
 */
export function useLiveChanges(): void {
  const { api, id, record } = useBroadcast()
  const client = useQueryClient()
  // From before the first read of its content, so that no change falls between that and the start of the stream.
  const known = useRef(record._access.sequence)
  useEffect(() => {
    const stop = new AbortController()
    const channel = new BroadcastChannel(`marquee:changes:${id}`)
    let last = known.current
    const lists = createListRefresher(client, id)
    const take = (change: Change) => {
      last = change.sequence
      takeChange(client, id, change)
      lists.refresh(change.kind)
    }
    channel.onmessage = ({ data }: MessageEvent<Change | LiveState | Presence>) => {
      if (typeof data === 'string') setLive(data)
      else if ('people' in data) takePresence(id, data)
      else take(data)
    }
    const read = () =>
      readForever(api, stop.signal, () => last, {
        onState(now) {
          setLive(now === 'open' ? 'live' : 'offline')
          channel.postMessage(now === 'open' ? 'live' : 'offline')
        },
        onChange(change) {
          take(change)
          channel.postMessage(change)
        },
        onPresence(presence) {
          takePresence(id, presence)
          channel.postMessage(presence)
        },
        onGap(sequence) {
          last = sequence
          void client.invalidateQueries({ queryKey: ['broadcast', id] })
        },
      })
    setLive('connecting')
    // Locks need a secure context (https or localhost); elsewhere each tab opens its own stream.
    const reading = navigator.locks
      ? navigator.locks.request(`marquee:changes:${id}`, { signal: stop.signal }, read)
      : read()
    reading.catch(() => {})
    return () => {
      stop.abort()
      channel.close()
      lists.stop()
    }
  }, [api, id, client])
}

/** The last change received for a record, by any actor. */
export function useLastChange(kind: string, recordId: string | undefined): Change | undefined {
  const [change, setChange] = useState<Change>()
  useEffect(() => {
    setChange(undefined)
    return onChange((received) => {
      if (received.kind === kind && received.id === recordId) setChange(received)
    })
  }, [kind, recordId])
  return change
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )
}

/** Calls back for every change in the open broadcast. */
export function onChange(listener: (change: Change) => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

let state: LiveState = 'connecting'
const stateListeners = new Set<() => void>()
const changeListeners = new Set<(change: Change) => void>()

function setLive(next: LiveState): void {
  state = next
  for (const listener of stateListeners) listener()
}

function takeChange(client: QueryClient, broadcastId: string, change: Change): void {
  const { kind, id, record } = change
  const key = recordKey(broadcastId, kind, id)
  const known = client.getQueryData<Stored<{ _updatedAt: string }>>(key)
  // The stream includes the changes that this tab saved itself.
  const isNews = known?.record._updatedAt !== record?._updatedAt
  if (isNews) void client.invalidateQueries({ queryKey: key })
  if (record && kind === 'broadcast') rememberBroadcast(client, record as Parameters<typeof rememberBroadcast>[1])
  if (record) showInLists(client, broadcastId, kind, id, (shown) => newerOf(shown, record as typeof shown))
  for (const listener of changeListeners) listener(change)
}

/** Debounces, so that an import of a thousand records refetches the lists a few times, not a thousand. */
function createListRefresher(client: QueryClient, broadcastId: string) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    refresh(kind: string) {
      waiting.add(kind)
      timer ??= setTimeout(() => {
        timer = undefined
        for (const one of waiting) void client.invalidateQueries({ queryKey: listsKey(broadcastId, one) })
        void client.invalidateQueries({ queryKey: ['broadcast', broadcastId, 'usage'] })
        void client.invalidateQueries({ queryKey: trashKey(broadcastId) })
        void client.invalidateQueries({ queryKey: siteContentKey(broadcastId) })
        waiting.clear()
      }, 600)
    },
    stop: () => clearTimeout(timer),
  }
}

interface StreamHandlers {
  onState(state: 'open' | 'reconnecting'): void
  onChange(change: Change): void
  onPresence(presence: Presence): void
  /** The last read change is no longer in the log: it was purged, or the database was restored. The next ones follow this one. */
  onGap(sequence: number): void
}

const isOutOfLog = (code: string) => code === 'sequence_expired' || code === 'sequence_ahead'

async function readForever(api: BroadcastApi, signal: AbortSignal, since: () => number, handlers: StreamHandlers) {
  while (!signal.aborted) {
    try {
      const { onState, onPresence } = handlers
      for await (const change of api.sdk.stream({ since: since(), signal, onState, onPresence })) {
        handlers.onChange(change as unknown as Change)
      }
    } catch (error) {
      // A cursor that is too old, or ahead of a restored database, is handled by reading everything again; other refusals are errors.
      if (!(error instanceof Problem && isOutOfLog(error.code))) throw error
      handlers.onGap((await api.usage()).sequence)
    }
  }
}

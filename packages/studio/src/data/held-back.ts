import { useSyncExternalStore } from 'react'

/** The ids of records whose delete can still be undone. Lists leave them out. */
export function useHeldBack(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => held)
}

export function holdBack(ids: readonly string[]): void {
  held = new Set([...held, ...ids])
  notify()
}

export function letGo(ids: readonly string[]): void {
  held = new Set([...held].filter((id) => !ids.includes(id)))
  notify()
}

let held: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

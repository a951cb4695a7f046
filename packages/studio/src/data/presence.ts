import type { Presence } from '@marquee/sdk'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { KindName } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { usePerson } from './session.ts'

export type Present = Presence['people'][number]

/** The other people on a record, each with the field that they edit. */
export function useOthers(kind: KindName, recordId: string | undefined): readonly Present[] {
  const { id: broadcastId } = useBroadcast()
  const person = usePerson()
  const key = keyOf(broadcastId, kind, recordId ?? '')
  const people = useSyncExternalStore(subscribe, () => present.get(key) ?? none)
  return useMemo(() => people.filter(({ id }) => id !== person.id), [people, person.id])
}

/** Shows the person on a record while its editor is open and visible, with the field that has the focus. */
export function useShownOn(kind: KindName, recordId: string | undefined): void {
  const { api, id: broadcastId } = useBroadcast()
  useEffect(() => {
    if (recordId === undefined) return undefined
    // Of this editor alone: when the next record is opened, leaving this one may arrive last.
    const tab = Math.random().toString(36).slice(2)
    let timer: ReturnType<typeof setTimeout> | undefined
    let field = fieldWithFocus()
    let isShown = false
    const enter = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') return
      timer = setTimeout(enter, heartbeatMs)
      isShown = true
      const body = { tab, kind, recordId, field }
      // Presence is a courtesy: a failure is not worth a notice, and the next heartbeat tries again.
      api.sdk.enterRecord(body).then((presence) => isShown && takePresence(broadcastId, presence), ignore)
    }
    const leave = () => {
      clearTimeout(timer)
      takePresence(broadcastId, { kind, recordId, people: [] })
      if (!isShown) return
      isShown = false
      // `keepalive`, because the page may be closing.
      fetch(`${api.base}/presence?tab=${tab}`, { method: 'DELETE', keepalive: true }).catch(ignore)
    }
    const follow = () => {
      const now = fieldWithFocus()
      if (now === field) return
      field = now
      clearTimeout(timer)
      timer = setTimeout(enter, settleMs)
    }
    const show = () => (document.visibilityState === 'hidden' ? leave() : enter())
    // The focus is nowhere for an instant when it moves from one field to the next.
    const followSoon = () => setTimeout(follow)
    enter()
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', followSoon)
    document.addEventListener('visibilitychange', show)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', followSoon)
      document.removeEventListener('visibilitychange', show)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, broadcastId, kind, recordId])
}

/** Stores who is on a record, from the change stream or the answer to a heartbeat. */
export function takePresence(broadcastId: string, { kind, recordId, people }: Presence): void {
  const key = keyOf(broadcastId, kind, recordId)
  if (people.length === 0) present.delete(key)
  else present.set(key, people)
  for (const listener of listeners) listener()
}

/** The service shows a person for 30 seconds. */
const heartbeatMs = 10_000
/** Moving through a form by keyboard does not announce each field. */
const settleMs = 250

const none: readonly Present[] = []
const present = new Map<string, readonly Present[]>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const keyOf = (broadcastId: string, kind: string, recordId: string) => `${broadcastId} ${kind} ${recordId}`
const ignore = () => {}

const fieldWithFocus = () => document.activeElement?.closest<HTMLElement>('[data-edits]')?.dataset.edits ?? null

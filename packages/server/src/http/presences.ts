import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import type { Notifications, Presence } from '../store/notifications.ts'

export interface Place {
  kind: string
  recordId: string
}

/** A person on a record, as others see them. */
export interface Present {
  id: string
  name: string
  /** The field they edit; null when they only look. */
  field: string | null
}

export interface Presences {
  enter(presence: Omit<Presence, 'isLeaving'>): void
  leave(broadcastId: string, personId: string, tab: string): void
  /** The people on a record, each once. */
  peopleOn(broadcastId: string, place: Place): Present[]
  /** Calls back with each record of the broadcast on which somebody arrives, leaves or changes the field. */
  subscribe(broadcastId: string, listener: (place: Place) => void): () => void
}

/**
 * Who is on which record. Every node has all of it in memory, from the announcements of all nodes: it is worth nothing after a
 * few seconds, and a table would add writes (decision 0170).
 */
export function createPresences({ clock, notifications }: { clock: Clock; notifications: Notifications }): Presences {
  const tabs = new Map<string, Map<string, Kept>>()
  const listeners = new Map<string, Set<(place: Place) => void>>()
  let sweptMs = 0

  const sweep = (nowMs: number) => {
    if (nowMs - sweptMs < lifetimeMs) return
    sweptMs = nowMs
    for (const [broadcastId, here] of tabs) {
      for (const [key, { untilMs }] of here) if (untilMs <= nowMs) here.delete(key)
      if (here.size === 0) tabs.delete(broadcastId)
    }
  }
  const present = (broadcastId: string) =>
    [...(tabs.get(broadcastId)?.values() ?? [])].filter(({ untilMs }) => untilMs > clock.now())

  notifications.onPresence((presence) => {
    const nowMs = clock.now()
    sweep(nowMs)
    const { broadcastId } = presence
    const here = tabs.get(broadcastId) ?? new Map<string, Kept>()
    const known = here.get(keyOf(presence))
    const before = known && known.untilMs > nowMs ? known : undefined
    const after = presence.isLeaving ? undefined : { ...presence, untilMs: nowMs + lifetimeMs }
    // The newest last, so that the first is the oldest.
    here.delete(keyOf(presence))
    if (after) tabs.set(broadcastId, here.set(keyOf(presence), after))
    if (before && after && isSame(before, after)) return
    const places = before && after && isOn(before, after) ? [after] : [before, after]
    for (const place of places) {
      if (!place) continue
      const { kind, recordId } = place
      for (const listener of listeners.get(broadcastId) ?? []) listener({ kind, recordId })
    }
  })

  return {
    enter(presence) {
      const here = present(presence.broadcastId)
      const others = here.filter((one) => isOn(one, presence) && one.personId !== presence.personId)
      if (new Set(others.map(({ personId }) => personId)).size >= maxPeople)
        throw new AppError('quota_exceeded', `At most ${maxPeople} people are shown on a record.`)
      const own = here.filter((one) => one.personId === presence.personId && one.tab !== presence.tab)
      for (const oldest of own.slice(0, Math.max(0, own.length - maxTabs + 1)))
        notifications.announce({ ...oldest, isLeaving: true })
      notifications.announce({ ...presence, isLeaving: false })
    },
    leave(broadcastId, personId, tab) {
      const known = tabs.get(broadcastId)?.get(keyOf({ personId, tab }))
      if (known) notifications.announce({ ...known, isLeaving: true })
    },
    peopleOn(broadcastId, place) {
      const people = new Map<string, Present>()
      for (const { personId: id, name, field, ...at } of present(broadcastId))
        if (isOn(at, place)) people.set(id, { id, name, field: field ?? people.get(id)?.field ?? null })
      return [...people.values()]
    },
    subscribe(broadcastId, listener) {
      const here = listeners.get(broadcastId) ?? new Set()
      listeners.set(broadcastId, here.add(listener))
      return () => {
        here.delete(listener)
        if (here.size === 0) listeners.delete(broadcastId)
      }
    },
  }
}

type Kept = Presence & { untilMs: number }

/** Three heartbeats of a tab. */
const lifetimeMs = 30_000
const maxPeople = 50
const maxTabs = 10

const keyOf = ({ personId, tab }: Pick<Presence, 'personId' | 'tab'>) => `${personId} ${tab}`
const isOn = (one: Place, other: Place) => one.kind === other.kind && one.recordId === other.recordId
const isSame = (one: Presence, other: Presence) =>
  isOn(one, other) && one.field === other.field && one.name === other.name

/** The parts of a session that are compared for clashes. */
export interface Timed {
  id: string
  startMs: number
  endMs: number
  placeId: string | null
  hostIds: readonly string[]
}

/** Two sessions that cannot both happen: they share a place or a host at the same time. `first` starts no later. */
export interface Clash {
  cause: 'place' | 'host'
  /** The place or the host. */
  causeId: string
  first: string
  second: string
  /** The time they share. */
  startMs: number
  endMs: number
}

/** A bound: two hundred sessions at one time and place would make twenty thousand pairs. */
export const mostClashes = 2_000

/** Every clash, by start. A session that ends as another starts does not clash with it. */
export function findClashes(sessions: readonly Timed[]): Clash[] {
  const clashes: Clash[] = []
  for (const [placeId, group] of groupedBy(sessions, ({ placeId }) => (placeId === null ? [] : [placeId]))) {
    collect('place', placeId, group, clashes)
  }
  for (const [hostId, group] of groupedBy(sessions, ({ hostIds }) => hostIds)) collect('host', hostId, group, clashes)
  return clashes.sort((one, other) => one.startMs - other.startMs)
}

/** The clashes that one session would have, by start; for a hint before it is there. */
export function clashesOf(session: Timed, others: readonly Timed[]): Clash[] {
  const near = others.filter(
    (other) => other.id !== session.id && endOf(other) > session.startMs && endOf(session) > other.startMs,
  )
  return findClashes([session, ...near]).filter(({ first, second }) => first === session.id || second === session.id)
}

/** The sessions that clash with any other. */
export function clashingIds(clashes: readonly Clash[]): Set<string> {
  return new Set(clashes.flatMap(({ first, second }) => [first, second]))
}

function groupedBy(sessions: readonly Timed[], keysOf: (session: Timed) => readonly string[]): Map<string, Timed[]> {
  const groups = new Map<string, Timed[]>()
  for (const session of sessions) {
    for (const key of new Set(keysOf(session))) {
      const group = groups.get(key)
      if (group) group.push(session)
      else groups.set(key, [session])
    }
  }
  return groups
}

/** Sweeps a group by start time, with a list of the sessions that have not ended yet. */
function collect(cause: Clash['cause'], causeId: string, group: Timed[], clashes: Clash[]): void {
  if (group.length < 2) return
  const inOrder = group.toSorted((one, other) => one.startMs - other.startMs || one.id.localeCompare(other.id))
  let running: Timed[] = []
  for (const session of inOrder) {
    running = running.filter((other) => endOf(other) > session.startMs)
    for (const other of running) {
      if (clashes.length >= mostClashes) return
      const endMs = Math.min(endOf(other), endOf(session))
      clashes.push({ cause, causeId, first: other.id, second: session.id, startMs: session.startMs, endMs })
    }
    running.push(session)
  }
}

/** A session without a duration takes up its instant: two cannot start at the same place together. */
const endOf = ({ startMs, endMs }: Timed) => Math.max(endMs, startMs + 1)

/** The starred sessions of a browser. They are kept here first; the service gets to know them later, if at all. */
export interface Favorites {
  ids: readonly string[]
  /** To name those that are no longer on the programme. */
  titles: Readonly<Record<string, string>>
  /** The last action on each session that the service does not know yet. */
  pending: Readonly<Record<string, Action>>
  /** Whether the list of the service was merged into this one. */
  isMerged: boolean
}

export type Action = 'add' | 'remove'

export const noFavorites: Favorites = { ids: [], titles: {}, pending: {}, isMerged: false }

/** As many as the service accepts. */
export const maxFavorites = 1_000

/** Reads a stored value of any version. */
export function favoritesFrom(value: unknown): Favorites {
  const { ids, titles, pending, isMerged } = Object(value)
  if (!Array.isArray(ids)) return noFavorites
  return { ids, titles: Object(titles), pending: Object(pending), isMerged: isMerged === true }
}

export function withFavorite(before: Favorites, id: string, title: string, action: Action): Favorites {
  const others = before.ids.filter((one) => one !== id)
  const { [id]: _, ...otherTitles } = before.titles
  if (action === 'add' && others.length >= maxFavorites) return before
  return {
    ...before,
    ids: action === 'add' ? [...others, id] : others,
    titles: action === 'add' ? { ...otherTitles, [id]: title } : otherTitles,
    pending: { ...before.pending, [id]: action },
  }
}

/** The list that the service should have: at first both together, later its own, changed by the last action on each session. */
export function mergedIds({ ids, pending, isMerged }: Favorites, remote: readonly string[]): string[] {
  const all = new Set(isMerged ? remote : [...remote, ...ids])
  for (const [id, action] of Object.entries(pending)) {
    if (action === 'add') all.add(id)
    else all.delete(id)
  }
  return [...all].slice(0, maxFavorites)
}

/**
 * The favorites after the service has stored a list. Actions that came meanwhile stay pending. The service leaves out sessions
 * that are not on the programme; those stay here, so that the visitor sees that they are gone.
 */
export function settled(
  now: Favorites,
  sent: Favorites['pending'],
  remote: readonly string[],
  isOnProgramme: (id: string) => boolean,
): Favorites {
  const pending = Object.fromEntries(Object.entries(now.pending).filter(([id, action]) => sent[id] !== action))
  const known = new Set(remote)
  const kept = now.ids.filter((id) => known.has(id) || !isOnProgramme(id) || pending[id] === 'add')
  const added = remote.filter((id) => !kept.includes(id) && pending[id] !== 'remove')
  return { ...now, ids: [...kept, ...added], pending, isMerged: true }
}

/** Before a client is registered anew, the service knows nothing. */
export const unsettled = (favorites: Favorites): Favorites => ({ ...favorites, isMerged: false })

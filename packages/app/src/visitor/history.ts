/** The entries of the browser's history that belong to this visit, with their scroll positions. */
export interface Visits {
  /** Whether the entry before this one is a screen of the app. */
  canGoBack(): boolean
  push(url: string): void
  replace(url: string): void
  /** The browser went to another entry: remembers the position on the old one, and returns that of the new one. */
  moved(): number
}

interface Entry {
  index: number
  key: string
}

export function openVisits(): Visits {
  history.scrollRestoration = 'manual'
  const positions: Record<string, number> = readPositions()
  let entry: Entry = entryIn(history.state) ?? { index: 0, key: newKey() }
  const enter = (next: Entry, url: string, how: 'pushState' | 'replaceState') => {
    history[how](next, '', url)
    entry = next
  }
  const remember = () => {
    positions[entry.key] = Math.round(scrollY)
    try {
      sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-50))))
    } catch {
      // Positions last as long as the page then.
    }
  }
  enter(entry, location.href, 'replaceState')
  addEventListener('pagehide', remember)
  return {
    canGoBack: () => entry.index > 0,
    push(url) {
      remember()
      enter({ index: entry.index + 1, key: newKey() }, url, 'pushState')
    },
    replace: (url) => enter(entry, url, 'replaceState'),
    moved() {
      remember()
      const known = entryIn(history.state)
      // An address that was typed or changed by hand is an entry after the last one.
      enter(known ?? { index: entry.index + 1, key: newKey() }, location.href, 'replaceState')
      return positions[entry.key] ?? 0
    },
  }
}

/** The position of this entry before a reload. */
export const positionBeforeReload = (): number => readPositions()[entryIn(history.state)?.key ?? ''] ?? 0

function readPositions(): Record<string, number> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageName) ?? '{}'))
  } catch {
    return {}
  }
}

const entryIn = (state: unknown): Entry | undefined => {
  const { index, key } = Object(state)
  return typeof index === 'number' && typeof key === 'string' ? { index, key } : undefined
}

const newKey = () => Math.random().toString(36).slice(2)
const storageName = 'marquee positions'

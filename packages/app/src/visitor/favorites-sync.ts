import type { ClientApi } from './client.ts'
import {
  type Favorites,
  favoritesFrom,
  maxFavorites,
  mergedIds,
  settled,
  unsettled,
  withFavorite,
} from './favorites.ts'
import type { Local } from './local.ts'

export interface FavoritesKeeper {
  current(): Favorites
  add(id: string, title: string): void
  remove(id: string): void
  /** Sends what the service does not know yet. */
  send(): Promise<void>
  /** Registers this browser with all favorites, because the visitor wants something that needs it. */
  register(): Promise<void>
  /** After the service has forgotten them. */
  detach(): void
}

interface Parts {
  local: Local
  client: ClientApi
  locale(): string
  isOnProgramme(id: string): boolean
  onChange(): void
  onRegistered(calendarUrl: string): void
  /** Whether a star may register this browser. */
  mayRegister(): boolean
}

/** Keeps favorites on this device, and brings them to the service when there is network. */
export function keepFavorites(parts: Parts): FavoritesKeeper {
  const { local, client, locale, isOnProgramme, onChange, onRegistered, mayRegister } = parts
  const current = () => favoritesFrom(local.read(name))
  // Another tab may have changed them since, so every change starts from what is stored.
  const change = (make: (before: Favorites) => Favorites) => {
    const after = make(current())
    local.write(name, after)
    onChange()
    return after
  }
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const register = async () => {
    const { pending, ids } = change(unsettled)
    const { calendarUrl } = await client.register({ locale: locale(), favoriteIds: ids.slice(0, maxFavorites) })
    change((now) => settled(now, pending, ids, isOnProgramme))
    onRegistered(calendarUrl)
  }
  const exchange = async () => {
    const { pending } = current()
    if (Object.keys(pending).length === 0) return
    const hasToken = (await client.current()) !== undefined
    const known = await client.me('GET')
    if (!known) {
      // The service may have lost a client that it had.
      if (hasToken || mayRegister()) await register()
      return
    }
    const answer = await client.me('PATCH', { favoriteIds: mergedIds(current(), known.favoriteIds) })
    if (answer) change((now) => settled(now, pending, answer.favoriteIds, isOnProgramme))
  }
  const send = async () => {
    clearTimeout(retry)
    if (running) await running
    running = exchange().then(
      () => {
        failures = 0
      },
      () => {
        failures += 1
        if (navigator.onLine)
          retry = setTimeout(send, Math.min(5_000 * 2 ** failures, 600_000) * (0.75 + Math.random() / 2))
      },
    )
    await running
    running = undefined
  }
  const act = (id: string, title: string, action: 'add' | 'remove') => {
    change((before) => withFavorite(before, id, title, action))
    clearTimeout(retry)
    // Several stars in a row are one request.
    retry = setTimeout(send, 800)
  }
  local.onChange((changed) => {
    if (changed === name) onChange()
  })
  addEventListener('online', () => void send())
  return {
    current,
    add: (id, title) => act(id, title, 'add'),
    remove: (id) => act(id, '', 'remove'),
    send,
    register,
    detach: () => void change((now) => ({ ...now, pending: {}, isMerged: false })),
  }
}

const name = 'favorites'

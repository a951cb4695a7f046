import { wordsOf } from '../data/shown.ts'
import { find, type SiteData } from '../data/site-data.ts'
import type { Settings, Visitor } from '../visitor.ts'
import type { Analytics } from './analytics.ts'
import { clientApi } from './client.ts'
import { keepFavorites } from './favorites-sync.ts'
import { watchInstall } from './install.ts'
import type { Local } from './local.ts'
import { asksNotToTrack } from './privacy.ts'
import { keepRegistration } from './registration.ts'
import { messagesOf, readSettings, writeSettings } from './settings.ts'
import { shareAddress } from './share.ts'
import type { Store } from './store.ts'

export interface Person {
  /** The visitor as the screens see them, in their current state. */
  visitor(): Visitor
  tell(news: string[]): void
  /** Whether the service answers. */
  reach(isReached: boolean): void
  /** The language of messages. */
  speak(locale: string): void
}

interface Parts {
  api: string
  base: string
  local: Local
  store: Store
  analytics: Analytics
  data(): SiteData
  locale(): string
  /** What a share is of. */
  shown(): Record<string, string>
  onChange(): void
}

/** The person at this device: favorites, settings, messages. */
export function createPerson({ api, base, local, store, analytics, data, locale, shown, onChange }: Parts): Person {
  let news: string[] = []
  let isReached = true
  let install: (() => Promise<void>) | undefined
  const client = clientApi(api, base, store)
  const settings = () => readSettings(local)
  const registration = keepRegistration({ api, local, client, favorites: () => favorites, settings, onChange })
  const favorites = keepFavorites({
    local,
    client,
    locale,
    isOnProgramme: (id) => find(data(), 'session', id) !== undefined,
    onChange,
    onRegistered: registration.onRegistered,
    mayRegister: () => store.isDurable && !asksNotToTrack() && !registration.isForgotten(),
  })
  const add = (id: string) => {
    favorites.add(id, wordsOf(find(data(), 'session', id), 'title', locale()))
    analytics.record('favorite.added', { id })
  }
  const remove = (id: string) => {
    favorites.remove(id)
    analytics.record('favorite.removed', { id })
  }
  const change = (wanted: Partial<Settings>) => {
    writeSettings(local, wanted)
    onChange()
    if ('reminderMinutes' in wanted || 'isQuietAtNight' in wanted) registration.update(messagesOf(settings()))
  }
  const setNews = (next: string[]) => {
    news = next
    onChange()
  }
  watchInstall((offer) => {
    install = offer
    onChange()
  })
  for (const event of ['online', 'offline']) addEventListener(event, onChange)
  void favorites.send()
  return {
    visitor() {
      const { ids, titles } = favorites.current()
      const calendarUrl = registration.calendarUrl()
      return {
        favorites: new Set(ids),
        favoriteTitles: titles,
        toggleFavorite: (id) => (favorites.current().ids.includes(id) ? remove(id) : add(id)),
        addFavorites: (wanted) => wanted.filter((id) => !favorites.current().ids.includes(id)).forEach(add),
        async share(title, url = location.href) {
          analytics.record('share', shown())
          return shareAddress(title, url)
        },
        isOnline: navigator.onLine && isReached,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        settings: settings(),
        change,
        calendarUrl,
        makeCalendar: store.isDurable ? registration.register : undefined,
        push: store.isDurable ? registration.push() : 'unsupported',
        setPush: registration.setPush,
        forget: calendarUrl === undefined ? undefined : registration.forget,
        install,
        news,
        dismissNews: () => setNews([]),
      }
    },
    tell: (lines) => setNews([...new Set([...news, ...lines])].slice(-5)),
    reach(isNow) {
      if (isNow === isReached) return
      isReached = isNow
      onChange()
      if (isNow) void favorites.send()
    },
    speak: (language) => registration.update({ locale: language }),
  }
}

/** What a visitor keeps and chooses on this device. */
export interface Visitor {
  /** The ids of the starred sessions. */
  favorites: ReadonlySet<string>
  /** Their titles when they were starred, for those that are no longer on the programme. */
  favoriteTitles: Readonly<Record<string, string>>
  toggleFavorite(id: string): void
  addFavorites(ids: readonly string[]): void
  /** Shares an address, by the device's own dialog or the clipboard: that of the current screen unless another is given. */
  share(title: string, url?: string): Promise<'shared' | 'copied' | 'failed'>
  isOnline: boolean
  /** The time zone of the device. */
  timezone: string
  settings: Settings
  change(settings: Partial<Settings>): void
  /** The calendar of the favorites, once they are stored by the service. */
  calendarUrl: string | undefined
  /** Stores the favorites at the service, so that they have a calendar. Absent where this browser keeps nothing. */
  makeCalendar: (() => Promise<void>) | undefined
  push: PushState
  setPush(isWanted: boolean): Promise<void>
  /** Deletes everything that the service has of this browser. Absent when it has nothing. */
  forget: (() => Promise<void>) | undefined
  /** Installs the app. Absent where the browser does not offer it. */
  install: (() => Promise<void>) | undefined
  /** What changed since the visitor last looked, in the language of the app. */
  news: readonly string[]
  dismissNews(): void
}

export interface Settings {
  scheme: 'auto' | 'light' | 'dark'
  textSize: 'normal' | 'large' | 'larger'
  /** Minutes before a favorite begins; null for none. */
  reminderMinutes: 5 | 15 | 30 | null
  /** Whether messages about changes wait until the morning. */
  isQuietAtNight: boolean
}

/** Whether this browser gets messages. `blocked` is the visitor's own choice in the browser; `uninstalled` needs the home screen first. */
export type PushState = 'off' | 'on' | 'blocked' | 'unsupported' | 'uninstalled'

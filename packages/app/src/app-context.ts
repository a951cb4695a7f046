import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { formatAddress, type Route, type SiteAddress } from './address.ts'
import { wordsOf } from './data/shown.ts'
import type { SiteData } from './data/site-data.ts'
import type { Texts } from './texts/en.ts'
import type { Visitor } from './visitor.ts'

/** The context of every part of the app. */
export interface App {
  data: SiteData
  site: SiteAddress
  route: Route
  locale: string
  t: Texts
  /** The current time, to the minute. */
  nowMs: number
  /** The person at the device. Absent on the server and in the studio's preview, where nothing can be kept. */
  visitor: Visitor | undefined
  /** Whether an editor looks at it: empty blocks are shown with a hint. */
  isPreview: boolean
  /** The path of the public API of the broadcast. */
  api: string
  /** Collects steps that run in tasks of their own. Present only in the first rendering of a page that is taken over. */
  later?: ((step: () => void) => void) | undefined
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('this stands inside of an app alone')
  return app
}

/** The texts of a record in the language of the app. */
export function useWords(): (record: unknown, field: string) => string {
  const { locale } = useApp()
  return (record, field) => wordsOf(record, field, locale)
}

/** The address of a screen in the language of the app. */
export function useHref(): (route: Route, locale?: string) => string {
  const { site, locale } = useApp()
  return (route, other = locale) => formatAddress(site, route, other)
}

export const timezoneOf = ({ data }: App): string => {
  const { timezone } = data.broadcast
  return typeof timezone === 'string' ? timezone : 'UTC'
}

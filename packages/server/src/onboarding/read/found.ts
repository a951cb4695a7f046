import type { StylesFound } from './styles.ts'

/** A block of a page in the shape of the model; its images are URLs until they are stored. */
export type FoundBlock = Record<string, unknown> & { type: string }

export interface LinkFound {
  url: string
  label: string
  /** It is in the navigation of the site. */
  isMain: boolean
}

export interface ImageFound {
  url: string
  alt: string
  /** The width or height that the page declares, if any. */
  size: number
}

export interface PlaceFound {
  name: string
  description?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  country?: string | undefined
}

export interface HostFound {
  name: string
  subtitle?: string | undefined
  description?: string | undefined
  image?: string | undefined
  links: string[]
}

/** An event, as a page or a calendar describes it. */
export interface EventFound {
  /** Its key within its source. */
  key: string
  title: string
  description?: string | undefined
  /** As written: an instant, a local time, or a date alone. */
  start: string
  end?: string | undefined
  timeZone?: string | undefined
  url?: string | undefined
  image?: string | undefined
  place?: PlaceFound | undefined
  hosts: HostFound[]
  categories: string[]
  /** It contains the others: the festival itself rather than an entry of its programme. */
  isWhole: boolean
}

export interface ArticleFound {
  key: string
  title: string
  /** Markdown. */
  content: string
  publishedAt?: string | undefined
  image?: string | undefined
  url?: string | undefined
}

/** The publisher of the site, from the structured data of a page. */
export interface OwnerFound {
  name?: string | undefined
  description?: string | undefined
  logo?: string | undefined
  links: string[]
}

export interface PageFound {
  kind: 'page'
  url: string
  title: string
  heading: string
  siteNames: string[]
  description: string
  declaredLanguages: string[]
  text: string
  blocks: FoundBlock[]
  links: LinkFound[]
  /** Accounts on social networks; those in the header or footer belong to the site. */
  socials: { url: string; isOwn: boolean }[]
  logos: ImageFound[]
  icons: ImageFound[]
  images: ImageFound[]
  cover?: string | undefined
  colours: string[]
  /** Inline style sheets of the page. */
  inline: StylesFound
  styles: string[]
  manifest?: string | undefined
  feeds: string[]
  calendars: string[]
  events: EventFound[]
  articles: ArticleFound[]
  owner: OwnerFound
}

export interface ManifestFound {
  kind: 'manifest'
  url: string
  names: string[]
  description: string
  language?: string | undefined
  colours: string[]
  background?: string | undefined
  icons: ImageFound[]
  links: LinkFound[]
}

export interface CalendarFound {
  kind: 'calendar'
  url: string
  timeZone?: string | undefined
  events: EventFound[]
}

export interface FeedFound {
  kind: 'feed'
  url: string
  articles: ArticleFound[]
}

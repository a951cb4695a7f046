import type { FormatName, SourceRecord } from '@marquee/formats'
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
}

/** Something that was cut, left out or guessed, as a sentence for people. */
export interface SiteNote {
  /** Snake case, stable. */
  code: string
  message: string
  /** The file or page that it is about. */
  url?: string | undefined
}

/** The event that a site is about, such as a festival. */
export interface WholeFound {
  title: string
  description?: string | undefined
  /** As written: an instant, a local time, or a date alone. */
  start: string
  end?: string | undefined
  image?: string | undefined
  place?: PlaceFound | undefined
  /** Its type or its parts say that it contains others. */
  isNamed: boolean
}

/** What a page says about where its event takes place. */
export interface PlaceClues {
  /** Named time zones. */
  zones: string[]
  /** ISO codes of countries. */
  countries: string[]
  cities: string[]
  /** Instants with an offset, as written. */
  offsets: string[]
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
  /** It prints or describes sessions or articles. They are read when the time zone of the site is known. */
  hasProgramme: boolean
  /** Linked files that may contain a programme. */
  files: string[]
  /** The same page in other languages. */
  alternates: { language: string; url: string }[]
  /** The first day of the event, if the page announces it. */
  firstDay?: string | undefined
  wholes: WholeFound[]
  /** Genres of events by title, as words for `labels.ts`. */
  genres: Record<string, string>
  clues: PlaceClues
  owner: OwnerFound
  notes: SiteNote[]
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

/** The programme of a page or file, in the words of the content model. */
export interface ProgrammeFound {
  kind: 'programme'
  url: string
  format: FormatName | undefined
  timeZone?: string | undefined
  records: SourceRecord[]
  notes: SiteNote[]
}

export interface FeedFound {
  kind: 'feed'
  url: string
  articles: ArticleFound[]
  notes: SiteNote[]
}

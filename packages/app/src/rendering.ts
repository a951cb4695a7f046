/** What the service asks of the app's renderer, and what it gets. Both sides import these types. */

/** A request for something of a site. */
export interface SiteRequest {
  /** A website, or a screen at a wall. */
  channel: 'web' | 'kiosk'
  /** The path of the site: `/nuits-du-port`, or nothing on a domain of its own. */
  base: string
  /** The origin and path of the site, for canonical addresses. */
  siteUrl: string
  /** The path below the site. */
  path: string
  search: string
  preview?: string | undefined
  nowMs: number
  /** The path of the public API. */
  api: string
}

/** A request for a page of a site. */
export interface PageRequest extends SiteRequest {
  /** The files of the build. */
  assets: { script: string; styles: string[]; preloads: string[] }
  tiles?: MapTiles | undefined
}

/** The pictures of geographic maps, as the operator has configured them. */
export interface MapTiles {
  /** An address with `{z}`, `{x}` and `{y}`. */
  url: string
  attribution: string
}

export interface Page {
  status: 200 | 404
  html: string
  /** The text of the inline style sheet, which the policy of the page allows by its hash. */
  style: string
  /** When it must be rendered again without a change. */
  untilMs: number | null
  /** Whether other websites may show it in a frame. */
  isEmbeddable?: boolean
}

/** A file that describes a site to browsers and search engines. */
export interface SiteFile {
  type: string
  content: string
}

/** The content of the pictures of a site: its icon, and the picture of a page for link previews. */
export interface PictureFacts {
  name: string
  title: string
  detail: string
  background: string
  text: string
  primary: string
  primaryText: string
  /** The address of the logo. */
  logo: string | undefined
}

import { emptyData, type SiteData } from '../data/site-data.ts'
import { fontUrlIn } from '../look/font-url.ts'
import { fontFaceCss } from '../look/theme-css.ts'
import { fetchContent } from '../visitor/content.ts'

/** The content of a broadcast for the embeds of a page. */
export interface Source {
  origin: string
  name: string
  /** Calls back with the content now and after each change, or with undefined when there is none. Returns whether it is wanted. */
  subscribe(listen: (data: SiteData | undefined) => boolean): void
}

export function openSource(origin: string, name: string): Source {
  const api = `${origin}/v1/public/${encodeURIComponent(name)}`
  const fonts = new CSSStyleSheet()
  let data = emptyData
  let listeners: ((data: SiteData | undefined) => boolean)[] = []
  let isLoaded = false
  let isRunning = false

  const current = () => (data === emptyData ? undefined : data)
  const read = async () => {
    try {
      if (document.visibilityState === 'visible' || !isLoaded) {
        const next = await fetchContent(api, undefined, data)
        if (next.broadcast !== data.broadcast) declareFonts(fonts, origin, next)
        data = next
      }
    } catch {
      // The last content stays, and the next attempt follows.
    }
    isLoaded = true
    listeners = listeners.filter((listen) => listen(current()))
    // Nothing runs for embeds that their page has removed.
    isRunning = listeners.length > 0
    if (isRunning) setTimeout(() => void read(), refreshMs * (1 + Math.random()))
  }
  return {
    ...{ origin, name },
    subscribe(listen) {
      listeners.push(listen)
      if (isLoaded) listen(current())
      if (isRunning) return
      isRunning = true
      void read()
    },
  }
}

/** Fonts of a shadow root are those of its document. Their addresses are those of the service, not of this page. */
function declareFonts(sheet: CSSStyleSheet, origin: string, data: SiteData): void {
  const urlOf = fontUrlIn(data)
  const absolute = (weight: Parameters<typeof urlOf>[0]) => {
    const url = urlOf(weight)
    return url === undefined ? undefined : new URL(url, origin).href
  }
  sheet.replaceSync(fontFaceCss(data.broadcast, absolute))
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** A minute, up to two. */
const refreshMs = 60_000

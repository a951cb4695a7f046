/** @jsxImportSource preact */
import { render } from 'preact'
import { localesOf, parseAddress, type Route, type SiteAddress } from '../address.ts'
import { AppView } from '../app.tsx'
import type { App } from '../app-context.ts'
import type { Shown } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { fontUrlIn } from '../look/font-url.ts'
import { collectRules, sheetSink } from '../look/rules.ts'
import { fontFaceCss, themeCss } from '../look/theme-css.ts'
import css from '../styles/app.css?inline'
import { en, type Texts } from '../texts/en.ts'
import { loadTexts } from '../texts/load.ts'
import type { Settings } from '../visitor.ts'
import previewCss from './preview.css?inline'

/** The state of a preview: content with unsaved edits, and the screen to show. */
export interface PreviewState {
  data: SiteData
  route: Route
  /** A language of the content; the main one when absent. */
  locale?: string | undefined
  scheme: Settings['scheme']
}

export interface PreviewEvents {
  open(route: Route): void
  back(): void
  /** A link that would leave the app. */
  leave(url: string): void
}

export interface Preview {
  show(state: PreviewState): void
  close(): void
}

/** Draws the app into an element, isolated from the styles of the page around it. Links open nothing but are reported. */
export function mountPreview(element: HTMLElement, events: PreviewEvents): Preview {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const [base, theme, fonts] = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()]
  base.replaceSync(`${css}\n${previewCss}`)
  root.adoptedStyleSheets = [base, theme]
  // Fonts of a shadow root are those of its document.
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, fonts]
  const rules = sheetSink(root)
  let site: SiteAddress = { base: '', main: '', locales: [] }
  let latest: PreviewState | undefined
  let texts: { locale: string; t: Texts } = { locale: 'en', t: en }

  const onClick = (event: Event) => {
    const link = event.composedPath().find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement)
    if (!link || link.hash === '#content') return
    event.preventDefault()
    if ('back' in link.dataset) return events.back()
    const path = link.getAttribute('href') ?? ''
    const parsed = path.startsWith('/') ? parseAddress(site, link.pathname, link.search) : undefined
    if (parsed) events.open(parsed.route)
    else events.leave(link.href)
  }
  root.addEventListener('click', onClick)

  const draw = ({ data, route, scheme }: PreviewState, locale: string) => {
    collectRules(rules)
    theme.replaceSync(themeCss(data.broadcast))
    fonts.replaceSync(fontFaceCss(data.broadcast, fontUrlIn(data)))
    const app: App = {
      data,
      site,
      route,
      locale,
      t: texts.t,
      nowMs: Math.floor(Date.now() / 60_000) * 60_000,
      visitor: undefined,
      isPreview: true,
      api: '',
    }
    render(<AppView app={app} scheme={scheme} />, root)
  }

  return {
    show(state) {
      latest = state
      const locales = localesOf(state.data.broadcast as Shown)
      const locale = state.locale ?? locales[0]
      // Main texts of an unknown language are not those of a translation.
      site = { base: '', main: locale === 'und' ? locale : locales[0], locales: [...locales, locale] }
      if (texts.locale === locale) return draw(state, locale)
      void loadTexts(locale).then((t) => {
        texts = { locale, t }
        if (latest === state) draw(state, locale)
      })
      if (root.childElementCount > 0) draw(state, locale)
    },
    close() {
      root.removeEventListener('click', onClick)
      render(null, root)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== fonts)
    },
  }
}

/** @jsxImportSource preact */
import { render } from 'preact'
import { siteAt } from '../address.ts'
import type { App } from '../app-context.ts'
import { type Shown, textOr } from '../data/shown.ts'
import type { SiteData } from '../data/site-data.ts'
import { collectRules, sheetSink } from '../look/rules.ts'
import { themeCss } from '../look/theme-css.ts'
import css from '../styles/app.css?inline'
import embedCss from '../styles/embed.css?inline'
import { ar } from '../texts/ar.ts'
import { en, type Texts } from '../texts/en.ts'
import { es } from '../texts/es.ts'
import { fr } from '../texts/fr.ts'
import { type EmbedQuery, readEmbedQuery } from './embed-query.ts'
import { EmbedView } from './embed-view.tsx'
import type { Source } from './source.ts'

/** Puts a view in the place of a script tag, isolated from the styles of the page around it. */
export function mountEmbed(tag: HTMLScriptElement, source: Source): void {
  const query = readEmbedQuery((name) => tag.dataset[name])
  const host = document.createElement('div')
  host.className = 'marquee'
  tag.replaceWith(host)
  const root = host.attachShadow({ mode: 'open' })
  const theme = new CSSStyleSheet()
  root.adoptedStyleSheets = [baseSheet(), theme]
  const rules = sheetSink(root)
  let isReady = false

  const draw = (data: SiteData | undefined) => {
    if (data) {
      theme.replaceSync(themeCss(data.broadcast))
      collectRules(rules)
      render(<EmbedView app={appOf(data, source, query)} query={query} />, root)
      openBeside(root)
    } else {
      const locale = query.locale ?? (document.documentElement.lang || navigator.language)
      const sentence = <p class="mq-embedded-sentence">{textsOf(locale).embedding.unavailable}</p>
      render(sentence, root)
    }
    if (!isReady) {
      isReady = true
      const detail = { name: source.name, view: query.view, isFound: data !== undefined }
      host.dispatchEvent(new CustomEvent('marquee:ready', { bubbles: true, composed: true, detail }))
    }
  }
  source.subscribe((data) => {
    if (isReady && !host.isConnected) return false
    draw(data)
    return true
  })
}

function appOf(data: SiteData, { origin, name }: Source, query: EmbedQuery): App {
  const site = siteAt(siteUrlOf(data.broadcast, origin, name), data.broadcast)
  const locale = site.locales.find((one) => one === query.locale) ?? site.main
  return {
    ...{ data, locale, t: textsOf(locale), nowMs: Date.now(), visitor: undefined, isPreview: false },
    site,
    route: { screen: 'programme' },
    api: `${origin}/v1/public/${name}`,
  }
}

/** On its own domain a site has no slug. */
function siteUrlOf({ domain, slug }: Shown, origin: string, name: string): string {
  if (typeof domain === 'string') return `${new URL(origin).protocol}//${domain}`
  return `${origin}/${textOr(slug, name)}`
}

/** The page around stays where it is. */
function openBeside(root: ShadowRoot): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a:not([target])')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
}

/** One file has all languages: a script of one file cannot load more. */
const languages: Record<string, Texts> = { ar, fr, es }

const textsOf = (locale: string): Texts => languages[locale.slice(0, 2).toLowerCase()] ?? en

let sheet: CSSStyleSheet | undefined

function baseSheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(`${css}\n${embedCss}`)
  return sheet
}

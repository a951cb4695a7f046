import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { SiteData } from '../data/site-data.ts'
import { fontUrlIn } from '../look/font-url.ts'
import { collectRules } from '../look/rules.ts'
import { fontFaceCss, themeCss } from '../look/theme-css.ts'
import { directionOf } from '../texts/load.ts'
import { escapeHtml } from './head.ts'

/** The markup of a view, and the style sheet of its theme and of what depends on content. */
export function draw(data: SiteData, view: VNode): { body: string; style: string } {
  const rules = new Map<string, string>()
  collectRules((name, rule) => rules.set(name, rule))
  const body = renderToString(view)
  const style = [fontFaceCss(data.broadcast, fontUrlIn(data)), themeCss(data.broadcast), ...rules.values()]
    .join('\n')
    .replaceAll('</', '<\\/')
  return { body, style }
}

/** A whole document. `state` is for its script. */
export function documentOf(parts: { locale: string; head: string; body: string; state?: object }): string {
  const { locale, head, body, state } = parts
  return [
    `<!doctype html><html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}"><head>`,
    head,
    `</head><body><div id="app">${body}</div>`,
    ...(state ? [`<script type="application/json" id="state">${embedded(state)}</script>`] : []),
    '</body></html>',
  ].join('')
}

/** JSON that cannot end the element that contains it. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

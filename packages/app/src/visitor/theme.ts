import type { App } from '../app-context.ts'
import { fontUrlIn } from '../look/font-url.ts'
import { fontFaceCss, themeCss } from '../look/theme-css.ts'

/** Applies the theme of the content where it is not the one that the page came with. True when it differs. */
export function applyTheme(app: App): boolean {
  const css = [fontFaceCss(app.data.broadcast, fontUrlIn(app.data)), themeCss(app.data.broadcast)].join('\n')
  const isSame = document.querySelector('head style')?.textContent?.startsWith(css.replaceAll('</', '<\\/')) ?? false
  if (isSame && !sheet) return false
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
  }
  sheet.replaceSync(css)
  return true
}

let sheet: CSSStyleSheet | undefined

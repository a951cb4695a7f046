import { numberOr, objectsIn, type Shown, textOr } from '../data/shown.ts'
import { type Look, lookOf } from './look.ts'

/**
 * The style sheet of a theme: its colors in light and dark, and its fonts. The visitor's device chooses, unless the visitor
 * does in the settings.
 */
export function themeCss(broadcast: Shown): string {
  const [light, dark] = [declarationsOf(lookOf(broadcast, 'light')), declarationsOf(lookOf(broadcast, 'dark'))]
  return [
    `.mq-app{${light};${fontUses(broadcast)}}`,
    `@media (prefers-color-scheme:dark){.mq-app:not([data-scheme=light]){${dark}}}`,
    `.mq-app[data-scheme=dark]{${dark}}`,
  ].join('\n')
}

const declarationsOf = (look: Look) =>
  Object.entries(look)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The font files of a broadcast. A document declares them, also for its shadow roots. */
export function fontFaceCss({ fonts }: Shown, fontUrl: (weight: Shown) => string | undefined): string {
  const faces = objectsIn(fonts).flatMap((font) =>
    objectsIn(font.weights).flatMap((weight) => {
      const url = fontUrl(weight)
      if (url === undefined) return []
      const style = weight.style === 'italic' ? 'italic' : 'normal'
      return `@font-face{font-family:"${familyOf(font)}";src:url(${JSON.stringify(url)});font-weight:${numberOr(weight.weight, 400)};font-style:${style};font-display:swap}`
    }),
  )
  return faces.join('\n')
}

/** A name of its own, because the name of the typeface may contain any text. */
const familyOf = (font: Shown) => `font-${textOr(font._id)}`

function fontUses(broadcast: Shown): string {
  const theme: Shown = Object(broadcast.theme)
  const known = new Map(objectsIn(broadcast.fonts).map((font) => [font._id, font]))
  const main = known.get(Object(theme.fontRef).fontHolderId) ?? known.get(Object(broadcast.fontRef).fontHolderId)
  return ['title', 'subtitle', 'body', 'button']
    .flatMap((part) => {
      const font = known.get(Object(Object(theme[`${part}TextStyle`]).fontRef).fontHolderId) ?? main
      return font ? `--app-${part}-font:"${familyOf(font)}",var(--app-font)` : []
    })
    .join(';')
}

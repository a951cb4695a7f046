import { contrastOf, isColour, isDark, madeReadable, mix, readable, textOn } from './colour.ts'
import { numberOr, type Shown, textOr } from './words.ts'

export type Scheme = 'light' | 'dark'

/** The colours and forms of the app as variables of CSS. */
export type Look = Record<`--app-${string}`, string>

/** What the theme of a broadcast comes to on the screen, with what an app falls back to where the theme is silent. */
export function lookOf(broadcast: Shown, scheme: Scheme | 'own'): Look {
  const theme: Shown = Object(broadcast.theme)
  const colours = coloursOf(theme, scheme)
  return {
    ...colours,
    '--app-radius': `${numberOr(theme.borderRadius, 12)}px`,
    '--app-stroke': `${numberOr(theme.strokeWidth, 1)}px`,
    '--app-shadow':
      theme.surfaceDecoration === 'shadow' ? '0 1px 2px rgb(0 0 0 / 8%), 0 6px 18px rgb(0 0 0 / 9%)' : 'none',
    '--app-border':
      theme.surfaceDecoration === 'border'
        ? `${numberOr(theme.strokeWidth, 1)}px solid ${mix(colours['--app-surface'], colours['--app-surface-text'], 0.2)}`
        : '0 solid transparent',
    ...textStyles(theme, colours, scheme === 'own' || !isTurned(theme, scheme)),
  }
}

function coloursOf(theme: Shown, scheme: Scheme | 'own') {
  const background = colourOr(theme.backgroundColor, '#ffffff')
  const primary = colourOr(theme.primaryBackgroundColor, '#c93812')
  const surface = colourOr(theme.surfaceBackgroundColor, background)
  const own = {
    background,
    text: colourOr(theme.accentColor, textOn(background)),
    primary,
    primaryText: colourOr(theme.primaryAccentColor, textOn(primary)),
    surface: mix(background, surface, numberOr(theme.surfaceOpacity, 1)),
    surfaceText: colourOr(theme.surfaceAccentColor, textOn(surface)),
  }
  const { text, primaryText, surfaceText, ...grounds } =
    scheme !== 'own' && isTurned(theme, scheme) ? turned(own, scheme) : own
  return {
    '--app-background': grounds.background,
    '--app-text': text,
    '--app-primary': grounds.primary,
    '--app-primary-text': primaryText,
    '--app-surface': grounds.surface,
    '--app-surface-text': surfaceText,
    '--app-line': mix(grounds.background, text, 0.16),
    '--app-quiet': mix(text, grounds.background, 0.28),
    '--app-link': contrastOf(grounds.primary, grounds.background) >= readable ? grounds.primary : text,
  }
}

/** Whether the colours must be turned round to make the wanted scheme. */
const isTurned = (theme: Shown, scheme: Scheme) =>
  isDark(colourOr(theme.backgroundColor, '#ffffff')) !== (scheme === 'dark')

/** The same hues the other way round: the theme has one set of colours, and the other scheme is made of it. */
function turned<T extends { background: string; text: string; primary: string }>(own: T, scheme: Scheme) {
  const end = scheme === 'dark' ? '#0d0f12' : '#ffffff'
  const background = mix(scheme === 'dark' ? own.text : own.background, end, scheme === 'dark' ? 0.72 : 0.92)
  const surface = mix(background, scheme === 'dark' ? '#ffffff' : '#000000', scheme === 'dark' ? 0.08 : 0.02)
  const text = scheme === 'dark' ? mix('#ffffff', own.background, 0.12) : madeReadable(own.background, background, 9)
  return { ...own, background, surface, text, surfaceText: text, primaryText: textOn(own.primary) }
}

const sizes = { title: 22, subtitle: 16, body: 15, button: 15 }
const weights = { title: 750, subtitle: 600, body: 400, button: 600 }

function textStyles(theme: Shown, colours: Look, hasOwnColours: boolean): Look {
  const look: Look = {}
  for (const part of ['title', 'subtitle', 'body', 'button'] as const) {
    const style: Shown = Object(theme[`${part}TextStyle`])
    const fontRef: Shown = Object(style.fontRef)
    const ground = part === 'button' ? '--app-primary-text' : part === 'subtitle' ? '--app-quiet' : '--app-text'
    look[`--app-${part}-size`] = `${numberOr(style.fontSize, sizes[part])}px`
    look[`--app-${part}-weight`] = String(numberOr(fontRef.weight, weights[part]))
    look[`--app-${part}-style`] = fontRef.style === 'italic' ? 'italic' : 'normal'
    look[`--app-${part}-color`] = hasOwnColours ? colourOr(style.color, colours[ground] ?? '') : (colours[ground] ?? '')
  }
  return look
}

const colourOr = (value: unknown, otherwise: string) => (isColour(value) ? textOr(value) : otherwise)

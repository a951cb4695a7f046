import { numberOr, type Shown, textOr } from '../data/shown.ts'
import { contrastOf, isColor, isDark, madeReadable, mix, readable, textOn } from './color.ts'

export type Scheme = 'light' | 'dark'

/** The colors and shapes of the app as CSS variables. */
export type Look = Record<`--app-${string}`, string>

/** The styles of a broadcast's theme, with the defaults of an app for missing values. */
export function lookOf(broadcast: Shown, scheme: Scheme | 'own'): Look {
  const theme: Shown = Object(broadcast.theme)
  const colors = colorsOf(theme, scheme)
  return {
    ...colors,
    '--app-radius': `${numberOr(theme.borderRadius, 12)}px`,
    '--app-stroke': `${numberOr(theme.strokeWidth, 1)}px`,
    '--app-shadow':
      theme.surfaceDecoration === 'shadow' ? '0 1px 2px rgb(0 0 0 / 8%), 0 6px 18px rgb(0 0 0 / 9%)' : 'none',
    '--app-border':
      theme.surfaceDecoration === 'border'
        ? `${numberOr(theme.strokeWidth, 1)}px solid ${mix(colors['--app-surface'], colors['--app-surface-text'], 0.2)}`
        : '0 solid transparent',
    ...textStyles(theme, colors, scheme === 'own' || !isInverted(theme, scheme)),
  }
}

function colorsOf(theme: Shown, scheme: Scheme | 'own') {
  const background = colorOr(theme.backgroundColor, '#ffffff')
  const primary = colorOr(theme.primaryBackgroundColor, '#c93812')
  const surface = colorOr(theme.surfaceBackgroundColor, background)
  const own = {
    background,
    text: colorOr(theme.accentColor, textOn(background)),
    primary,
    primaryText: colorOr(theme.primaryAccentColor, textOn(primary)),
    surface: mix(background, surface, numberOr(theme.surfaceOpacity, 1)),
    surfaceText: colorOr(theme.surfaceAccentColor, textOn(surface)),
  }
  const { text, primaryText, surfaceText, ...grounds } =
    scheme !== 'own' && isInverted(theme, scheme) ? inverted(own, scheme) : own
  return {
    '--app-background': grounds.background,
    '--app-text': text,
    '--app-primary': grounds.primary,
    '--app-primary-text': primaryText,
    '--app-surface': grounds.surface,
    '--app-surface-text': surfaceText,
    '--app-line': mix(grounds.background, text, 0.16),
    '--app-quiet': madeReadable(mix(text, grounds.background, 0.28), grounds.background),
    '--app-fault': madeReadable('#c62828', grounds.background),
    '--app-link': contrastOf(grounds.primary, grounds.background) >= readable ? grounds.primary : text,
  }
}

/** Whether the colors must be inverted for the wanted scheme. */
const isInverted = (theme: Shown, scheme: Scheme) =>
  isDark(colorOr(theme.backgroundColor, '#ffffff')) !== (scheme === 'dark')

/** The same hues inverted: the theme has one set of colors, and the other scheme is derived from it. */
function inverted<T extends { background: string; text: string; primary: string }>(own: T, scheme: Scheme) {
  const end = scheme === 'dark' ? '#0d0f12' : '#ffffff'
  const background = mix(scheme === 'dark' ? own.text : own.background, end, scheme === 'dark' ? 0.72 : 0.92)
  const surface = mix(background, scheme === 'dark' ? '#ffffff' : '#000000', scheme === 'dark' ? 0.08 : 0.02)
  const text = scheme === 'dark' ? mix('#ffffff', own.background, 0.12) : madeReadable(own.background, background, 9)
  return { ...own, background, surface, text, surfaceText: text, primaryText: textOn(own.primary) }
}

const sizes = { title: 22, subtitle: 16, body: 15, button: 15 }
const weights = { title: 750, subtitle: 600, body: 400, button: 600 }

function textStyles(theme: Shown, colors: Look, hasOwnColors: boolean): Look {
  const look: Look = {}
  for (const part of ['title', 'subtitle', 'body', 'button'] as const) {
    const style: Shown = Object(theme[`${part}TextStyle`])
    const fontRef: Shown = Object(style.fontRef)
    const ground = part === 'button' ? '--app-primary-text' : part === 'subtitle' ? '--app-quiet' : '--app-text'
    look[`--app-${part}-size`] = `${numberOr(style.fontSize, sizes[part])}px`
    look[`--app-${part}-weight`] = String(numberOr(fontRef.weight, weights[part]))
    look[`--app-${part}-style`] = fontRef.style === 'italic' ? 'italic' : 'normal'
    look[`--app-${part}-color`] = hasOwnColors ? colorOr(style.color, colors[ground] ?? '') : (colors[ground] ?? '')
  }
  return look
}

const colorOr = (value: unknown, otherwise: string) => (isColor(value) ? textOr(value) : otherwise)

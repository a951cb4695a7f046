import { resolveUrl } from '../addresses.ts'
import { cutText, oneLine } from '../text.ts'
import { hexOf, parseColour } from '../theme/colours.ts'
import type { ManifestFound } from './found.ts'

/** The content of a web app manifest. */
export function readManifest(text: string, url: string): ManifestFound {
  const value: unknown = JSON.parse(text)
  const manifest: Record<string, unknown> = Object(value)
  const textAt = (name: string) => (typeof manifest[name] === 'string' ? cutText(oneLine(manifest[name]), 1_000) : '')
  const colourAt = (name: string) => {
    const colour = parseColour(textAt(name))
    return colour ? [hexOf(colour)] : []
  }
  const icons: unknown[] = Array.isArray(manifest.icons) ? manifest.icons.slice(0, 30) : []
  const shortcuts: unknown[] = Array.isArray(manifest.shortcuts) ? manifest.shortcuts.slice(0, 10) : []
  return {
    kind: 'manifest',
    url,
    names: [textAt('short_name'), textAt('name')].filter((name) => name !== ''),
    description: textAt('description'),
    ...(textAt('lang') !== '' && { language: textAt('lang') }),
    colours: colourAt('theme_color'),
    background: colourAt('background_color')[0],
    icons: icons.flatMap((icon) => {
      const { src, sizes } = Object(icon)
      const address = typeof src === 'string' ? resolveUrl(src, url) : undefined
      return address ? [{ url: address, alt: '', size: Number.parseInt(String(sizes ?? ''), 10) || 48 }] : []
    }),
    links: shortcuts.flatMap((shortcut) => {
      const { name, url: target } = Object(shortcut)
      const address = typeof target === 'string' ? resolveUrl(target, url) : undefined
      return address ? [{ url: address, label: cutText(oneLine(String(name ?? '')), 60), isMain: true }] : []
    }),
  }
}

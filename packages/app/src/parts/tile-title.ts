import { useApp } from '../app-context.ts'
import { type Shown, textOr, wordsOf } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { destinationOf } from '../destination.ts'

/**
 * The title of a tile. A tile has one in the main language; in another, a tile without a translation has the title of its
 * target, which is translated.
 */
export function useTileTitle(): (tile: Shown) => string {
  const { data, locale, site, t } = useApp()
  return (tile) => {
    const own = wordsOf(tile, 'title', locale)
    const isTranslated = locale === site.main || textOr(Object(Object(tile.localeDetails)[locale]).title) !== ''
    if (own !== '' && isTranslated) return own
    const to = destinationOf(tile.navigator)
    if (!to || 'url' in to) return own
    const { route } = to
    const isPlain = !('id' in route) && Object.keys(route.query ?? {}).length === 0
    const target =
      'id' in route ? wordsOf(find(data, route.screen, route.id), 'title', locale) : isPlain ? t[route.screen] : ''
    return target || own
  }
}

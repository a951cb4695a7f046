/** @jsxImportSource preact */
import { useApp, useHref } from '../app-context.ts'
import { objectsIn, type Shown, wordsOf } from '../data/shown.ts'
import { destinationOf } from '../destination.ts'
import { Icon, StoredIcon } from '../parts/icon.tsx'
import { DestinationLink } from '../parts/link.tsx'
import { useTileTitle } from '../parts/tile-title.ts'

/** The menu as editors composed it, then the app's own entries and the languages. */
export function MenuScreen() {
  const { data, t } = useApp()
  const href = useHref()
  const menu: Shown = Object(data.broadcast.menu)
  const own = [
    { screen: 'now', icon: 'clock' },
    { screen: 'search', icon: 'search' },
    { screen: 'settings', icon: 'settings' },
  ] as const
  return (
    <div class="mq-content mq-narrow">
      <h1 class="mq-title">{t.menu}</h1>
      {objectsIn(menu.sections).map((section, index) => (
        <MenuSection key={index} section={section} />
      ))}
      <ul class="mq-menu">
        {own.map(({ screen, icon }) => (
          <li key={screen}>
            <a class="mq-menu-tile" href={href({ screen })}>
              <Icon name={icon} />
              <span>{t[screen]}</span>
            </a>
          </li>
        ))}
      </ul>
      <Languages />
    </div>
  )
}

function MenuSection({ section }: { section: Shown }) {
  const titleOf = useTileTitle()
  const { locale } = useApp()
  const tiles = objectsIn(section.tiles).flatMap((tile) => {
    const to = destinationOf(tile.navigator)
    return to ? [{ tile, to }] : []
  })
  if (tiles.length === 0) return null
  const title = wordsOf(section, 'title', locale)
  return (
    <section class="mq-block">
      {title !== '' && <h2 class="mq-heading">{title}</h2>}
      <ul class="mq-menu">
        {tiles.map(({ tile, to }, index) => (
          <li key={index}>
            <DestinationLink to={to} class="mq-menu-tile">
              <StoredIcon icon={tile.icon} navigator={tile.navigator} />
              <span>{titleOf(tile) || '…'}</span>
            </DestinationLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The languages of the content, each by its own name. */
export function Languages() {
  const { locale, route, site, t } = useApp()
  const href = useHref()
  if (site.locales.length < 2) return null
  return (
    <section class="mq-block">
      <h2 class="mq-heading">{t.language}</h2>
      <ul class="mq-chips">
        {site.locales.map((one) => (
          <li key={one}>
            <a
              class="mq-chip"
              href={href(route, one)}
              lang={one}
              hreflang={one}
              aria-current={one === locale ? 'true' : undefined}
            >
              {nameOf(one)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { isSameScreen } from '../address.ts'
import { useApp, useHref } from '../app-context.ts'
import { numberOr, objectsIn, type Shown, wordsOf } from '../data/shown.ts'
import { destinationOf } from '../destination.ts'
import { isColor, madeReadable, textOn } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { Icon, StoredIcon } from './icon.tsx'
import { DestinationLink } from './link.tsx'
import { Picture } from './picture.tsx'
import { useTileTitle } from './tile-title.ts'

/** The frame around every screen: top bar, navigation, content. On a wide screen the navigation is in the top bar. */
export function Frame({ children, notice }: { children: ComponentChildren; notice?: ComponentChildren }) {
  const { data, isPreview, t } = useApp()
  // The page around a preview has its own landmark and its own way past the navigation.
  const Main = isPreview ? 'div' : 'main'
  return (
    <>
      {!isPreview && (
        <a class="mq-skip" href="#content">
          {t.skip}
        </a>
      )}
      <div class={classes('mq-bars', barColors(Object(data.broadcast.appBar)))}>
        <TopBar />
        <Navigation />
      </div>
      {notice}
      <Main id="content" class="mq-main" tabIndex={-1}>
        {children}
      </Main>
    </>
  )
}

/** The colors of a bar. Its accent is made readable, whatever an editor chose. */
function barColors({ backgroundColor: ground, accentColor: accent }: Shown): string | undefined {
  if (!isColor(ground)) return undefined
  return classOf({ background: ground, color: isColor(accent) ? madeReadable(accent, ground) : textOn(ground) })
}

function TopBar() {
  const { data, locale, route, t } = useApp()
  const href = useHref()
  const { broadcast } = data
  const bar: Shown = Object(broadcast.appBar)
  const logo = bar.logo ?? Object(broadcast.theme).logo
  const isHome = route.screen === 'home'
  return (
    <header class="mq-top">
      {isHome ? (
        <BarButton navigator={bar.leftNavigator} />
      ) : (
        <a class="mq-bar-button" href={href({ screen: 'home' })} aria-label={t.back} data-back>
          <Icon name="chevron-left" size={24} />
        </a>
      )}
      <a
        class={classes('mq-logo', classOf({ padding: `${numberOr(bar.logoPadding, 6)}px` }))}
        href={href({ screen: 'home' })}
      >
        {logo ? <Picture value={logo} fit="contain" isDecorative isFirst /> : null}
        <span class={logo ? 'mq-hidden' : undefined}>{wordsOf(broadcast, 'name', locale)}</span>
      </a>
      <BarButton navigator={bar.rightNavigator} />
    </header>
  )
}

function BarButton({ navigator }: { navigator: unknown }) {
  const title = useTileTitle()({ navigator })
  const destination = destinationOf(navigator)
  if (!destination) return <span class="mq-bar-button" />
  const isMap = 'route' in destination && destination.route.screen === 'map'
  return (
    <DestinationLink to={destination} class="mq-bar-button" label={title}>
      <StoredIcon navigator={navigator} icon={isMap ? { type: 'map' } : undefined} size={24} />
    </DestinationLink>
  )
}

const tileNames = ['homeTile', 'firstTile', 'secondTile', 'thirdTile', 'fourthTile'] as const

/** The tiles of the bottom bar that lead somewhere on the web; the usual screens when an editor has chosen none. */
function Navigation() {
  const { data, route, t } = useApp()
  const titleOf = useTileTitle()
  const bar: Shown = Object(data.broadcast.bottomBar)
  const chosen = tileNames.flatMap((name) => objectsIn([bar[name]]))
  const tiles = (chosen.length > 0 ? chosen : usualTiles).flatMap((tile) => {
    const to = destinationOf(tile.navigator)
    return to ? [{ tile, to }] : []
  })
  const { backgroundColor: ground, accentColor: accent } = bar
  const colors = isColor(ground)
    ? classOf({
        '--bar-ground': ground,
        '--bar-text': textOn(ground),
        '--bar-accent': isColor(accent) ? madeReadable(accent, ground) : textOn(ground),
        '--bar-radius': `${numberOr(bar.borderRadius, 0)}px`,
      })
    : undefined
  return (
    <nav class={classes('mq-nav', colors)} data-floating={bar.style === 'floating'} aria-label={t.navigation}>
      {tiles.map(({ tile, to }, index) => (
        <DestinationLink
          key={index}
          to={to}
          class="mq-nav-tile"
          current={'route' in to && isSameScreen(to.route, route)}
        >
          <StoredIcon icon={tile.icon} navigator={tile.navigator} size={22} />
          <span>{titleOf(tile)}</span>
        </DestinationLink>
      ))}
    </nav>
  )
}

const usualTiles: Shown[] = ['home', 'program', 'maps', 'favorites', 'menu'].map((nativeContent) => ({
  navigator: { nativeContent },
}))

import { IconChevronLeft, IconExternalLink, IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useTexts } from '../texts/language.tsx'
import { useApp } from './app-context.ts'
import { AppScreen } from './app-screen.tsx'
import { isColor, textOn } from './color.ts'
import { type Destination, destinationOf, isSameDestination } from './destination.ts'
import { AppIcon } from './icon.tsx'
import type { Look } from './look.ts'
import { Picture } from './picture.tsx'
import css from './preview.module.css'
import { texts } from './texts.ts'
import type { Visit } from './visit.ts'
import { numberOr, objectsIn, type Shown, textOr } from './words.ts'

/** The frame of the app around its screens: top bar, bottom bar, menu. */
export function AppFrame({ visit, look }: { visit: Visit; look: Look }) {
  const { broadcast } = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const { place } = visit
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the screen changes
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [place])
  return (
    <div className={css.app} style={look as CSSProperties}>
      <TopBar visit={visit} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
      <div className={css.scroller} ref={scroller} tabIndex={0} data-testid="app-screen">
        <AppScreen place={place} />
      </div>
      <BottomBar bar={Object(broadcast.bottomBar)} place={place} />
      {visit.isMenuOpen && <Menu menu={Object(broadcast.menu)} onClose={visit.closeMenu} />}
      {visit.link !== undefined && <LinkSheet url={visit.link} onClose={visit.closeLink} />}
    </div>
  )
}

function TopBar({ visit }: { visit: Visit }) {
  const t = useTexts(texts)
  const { broadcast } = useApp()
  const bar: Shown = Object(broadcast.appBar)
  const ground = isColor(bar.backgroundColor) ? bar.backgroundColor : undefined
  const style = {
    ...(ground && { background: ground, color: textOn(ground) }),
    ...(isColor(bar.accentColor) && { color: bar.accentColor }),
  }
  const logo = bar.logo ?? Object(broadcast.theme).logo
  return (
    <header className={css.topBar} style={style}>
      {visit.canGoBack ? (
        <button type="button" className={css.barButton} aria-label={t.back} onClick={visit.back}>
          <IconChevronLeft size={22} />
        </button>
      ) : (
        <BarButton navigator={bar.leftNavigator} />
      )}
      <span className={css.logo} style={{ padding: numberOr(bar.logoPadding, 6) }}>
        {logo ? <Picture value={logo} fit="contain" isDecorative /> : null}
        <span className={logo ? css.hidden : undefined}>{textOr(broadcast.name)}</span>
      </span>
      <BarButton navigator={bar.rightNavigator} />
    </header>
  )
}

function BarButton({ navigator }: { navigator: unknown }) {
  const { open } = useApp()
  const destination = destinationOf(navigator)
  if (!destination) return <span className={css.barButton} />
  const name =
    destination.to === 'native' ? destination.name : destination.to === 'record' ? destination.kind : destination.to
  return (
    <button type="button" className={css.barButton} aria-label={name} onClick={() => open(destination)}>
      <AppIcon navigator={navigator} icon={iconOfRecord(destination)} size={22} />
    </button>
  )
}

const iconOfRecord = (destination: Destination) =>
  destination.to === 'record' && destination.kind === 'broadcastMap' ? { type: 'map' } : undefined

const tileNames = ['homeTile', 'firstTile', 'secondTile', 'thirdTile', 'fourthTile'] as const

function BottomBar({ bar, place }: { bar: Shown; place: Destination }) {
  const t = useTexts(texts)
  const { open } = useApp()
  const tiles = tileNames
    .flatMap((name) => objectsIn([bar[name]]))
    .filter((tile) => tile.title || tile.icon || tile.navigator)
  if (tiles.length === 0) return null
  const ground = isColor(bar.backgroundColor) ? bar.backgroundColor : undefined
  const style = {
    ...(ground && { background: ground, color: textOn(ground) }),
    borderRadius: numberOr(bar.borderRadius, 0),
    ...(isColor(bar.accentColor) && ({ '--bar-accent': bar.accentColor } as CSSProperties)),
  }
  return (
    <nav
      className={css.bottomBar}
      data-floating={bar.style === 'floating' || undefined}
      style={style}
      aria-label={t.navigation}
    >
      {tiles.map((tile, index) => {
        const destination = destinationOf(tile.navigator)
        const isCurrent = destination !== undefined && isSameDestination(destination, place)
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the slots of the bar are fixed
            key={index}
            type="button"
            className={css.barTile}
            aria-current={isCurrent ? 'page' : undefined}
            onClick={() => open(destination)}
          >
            <AppIcon icon={tile.icon} navigator={tile.navigator} size={20} />
            <span>{textOr(tile.title)}</span>
          </button>
        )
      })}
    </nav>
  )
}

function Menu({ menu, onClose }: { menu: Shown; onClose: () => void }) {
  const t = useTexts(texts)
  const { open } = useApp()
  const ground = isColor(menu.color) ? menu.color : undefined
  return (
    <div className={css.menuShade}>
      <nav
        className={css.menu}
        aria-label={t.menu}
        style={ground ? { background: ground, color: textOn(ground) } : undefined}
      >
        <button type="button" className={css.barButton} aria-label={t.closeMenu} onClick={onClose}>
          <IconX size={20} />
        </button>
        {objectsIn(menu.sections).map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are identified by position
          <div key={index} className={css.menuSection}>
            {textOr(section.title) !== '' && <h3>{textOr(section.title)}</h3>}
            {objectsIn(section.tiles).map((tile, at) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: tiles are identified by position
                key={at}
                type="button"
                className={css.menuTile}
                onClick={() => open(destinationOf(tile.navigator))}
              >
                <AppIcon icon={tile.icon} navigator={tile.navigator} />
                <span>{textOr(tile.title, '…')}</span>
              </button>
            ))}
          </div>
        ))}
      </nav>
    </div>
  )
}

/** A link would leave the app; the preview only shows its name. */
function LinkSheet({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <div className={css.sheet} role="status">
      <IconExternalLink size={18} aria-hidden />
      <span>
        {t.wouldOpen} <strong>{url}</strong>
      </span>
      <button type="button" className={css.barButton} aria-label={t.close} onClick={onClose}>
        <IconX size={18} />
      </button>
    </div>
  )
}

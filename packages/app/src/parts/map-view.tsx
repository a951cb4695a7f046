/** @jsxImportSource preact */
import { useApp, useHref, useWords } from '../app-context.ts'
import { idOf, numberOr, type Shown, textOr } from '../data/shown.ts'
import { all, find } from '../data/site-data.ts'
import { isColor, textOn } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { StoredIcon } from './icon.tsx'
import { Picture } from './picture.tsx'

interface Props {
  mapId: string
  /** The place to point out. */
  placeId?: string
  /** As a link to the whole map; otherwise each pin is a link to its place. */
  isLink?: boolean
}

/** An illustrated map with its places as pins. A geographic map has no drawing of its own. */
export function MapView({ mapId, placeId, isLink = false }: Props) {
  const { data } = useApp()
  const href = useHref()
  const words = useWords()
  const map = find(data, 'map', mapId)
  if (!map) return null
  const size = sizeOf(map)
  if (!size) return null
  const pins = all(data, 'place')
    .filter((place) => place.mapId === mapId)
    .map((place) => (
      <Pin key={idOf(place)} place={place} size={size} isChosen={idOf(place) === placeId} isLink={!isLink} />
    ))
  const drawing = (
    <>
      <Picture value={map.media} isDecorative isFirst={!isLink} sizes="(min-width: 60rem) 60rem, 100vw" />
      {pins}
    </>
  )
  const frame = classes('mq-map', classOf({ aspectRatio: `${size.width} / ${size.height}` }))
  return isLink ? (
    <a
      class={frame}
      href={href({ screen: 'map', id: mapId, ...(placeId && { query: { place: placeId } }) })}
      aria-label={words(map, 'title')}
    >
      {drawing}
    </a>
  ) : (
    <div class={frame}>{drawing}</div>
  )
}

export interface Size {
  width: number
  height: number
}

/** Undefined for maps without a drawing. */
export function sizeOf(map: Shown): Size | undefined {
  const [width, height] = [numberOr(map.width, 0), numberOr(map.height, 0)]
  return map.type !== 'geo' && width > 0 && height > 0 ? { width, height } : undefined
}

interface PinProps {
  place: Shown
  size: Size
  isChosen: boolean
  isLink: boolean
  /** Replaces following the link. */
  onChoose?: () => void
}

export function Pin({ place, size, isChosen, isLink, onChoose }: PinProps) {
  const href = useHref()
  const words = useWords()
  const position: Shown = Object(place.position)
  if (typeof position.x !== 'number' || typeof position.y !== 'number') return null
  const look = classes(
    'mq-pin',
    classOf({ left: `${(position.x / size.width) * 100}%`, top: `${(position.y / size.height) * 100}%` }),
    isColor(place.color) && classOf({ background: place.color, color: textOn(place.color) }),
  )
  const icon = <StoredIcon icon={place.icon} size={isChosen ? 18 : 14} />
  if (!isLink)
    return (
      <span class={look} data-chosen={isChosen} aria-hidden="true">
        {icon}
      </span>
    )
  const choose = (event: MouseEvent) => {
    if (!onChoose || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
  }
  return (
    <a
      class={look}
      data-chosen={isChosen}
      data-stay={onChoose ? '' : undefined}
      onClick={choose}
      href={href({ screen: 'place', id: idOf(place) })}
      aria-label={words(place, 'title')}
      title={textOr(words(place, 'title'))}
    >
      {icon}
    </a>
  )
}

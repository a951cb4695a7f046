/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { useApp, useWords } from '../app-context.ts'
import { idOf, type Shown } from '../data/shown.ts'
import { classes, classOf } from '../look/rules.ts'
import { Icon } from '../parts/icon.tsx'
import { Pin, type Size } from '../parts/map-view.tsx'
import { Picture } from '../parts/picture.tsx'
import { useLive } from '../use-live.ts'
import { PlaceCard } from './place-card.tsx'
import { useZoom, zoomStep } from './use-zoom.ts'

interface Props {
  map: Shown
  size: Size
  places: Shown[]
}

/** A drawn map to pan and zoom, with its places as pins. Without JavaScript it is a picture that scrolls. */
export function ImageMap({ map, size, places }: Props) {
  const { route } = useApp()
  const words = useWords()
  const isLive = useLive()
  const [chosenId, choose] = useState(route.query?.place)
  const { box, picture, zoom, center } = useZoom()
  const chosen = places.find((place) => idOf(place) === chosenId)
  useEffect(() => {
    const { x, y } = Object(chosen?.position)
    if (typeof x === 'number' && typeof y === 'number') center(x / size.width, y / size.height)
  }, [])
  const close = () => {
    box.current?.querySelector<HTMLElement>('.mq-pin[data-chosen="true"]')?.focus()
    choose(undefined)
  }
  return (
    <div class="mq-map-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a box that has the focus */}
      <section ref={box} class="mq-map-box" aria-label={words(map, 'title')} tabIndex={0}>
        <div
          ref={picture}
          class={classes('mq-map mq-map-picture', classOf({ aspectRatio: `${size.width} / ${size.height}` }))}
        >
          <Picture value={map.media} isDecorative isFirst sizes="(min-width: 60rem) 60rem, 45rem" />
          {places.map((place) => (
            <Pin
              key={idOf(place)}
              place={place}
              size={size}
              isChosen={place === chosen}
              isLink
              onChoose={() => choose(idOf(place))}
            />
          ))}
        </div>
      </section>
      {isLive && <ZoomButtons zoom={zoom} />}
      {chosen && <PlaceCard place={chosen} onClose={isLive ? close : undefined} />}
    </div>
  )
}

function ZoomButtons({ zoom }: { zoom: (factor: number) => void }) {
  const { t } = useApp()
  return (
    <div class="mq-zoom">
      <button type="button" aria-label={t.mapping.zoomIn} onClick={() => zoom(zoomStep)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={t.mapping.zoomOut} onClick={() => zoom(1 / zoomStep)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label={t.mapping.whole} onClick={() => zoom(0)}>
        <Icon name="arrows-minimize" />
      </button>
    </div>
  )
}

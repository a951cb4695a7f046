/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp, useWords } from '../app-context.ts'
import { geoOf } from '../data/places.ts'
import { idOf, type Shown } from '../data/shown.ts'
import type { MapTiles } from '../rendering.ts'
import { mapTiles } from './map-tiles.ts'
import { PlaceCard } from './place-card.tsx'

/** A map of the world with places, where the operator has configured tiles. The list below has the same places. */
export function GeoMap({ map, places }: { map: Shown; places: Shown[] }) {
  const [tiles, setTiles] = useState<MapTiles>()
  useEffect(() => setTiles(mapTiles()), [])
  return tiles ? <TiledMap map={map} places={places} tiles={tiles} /> : null
}

function TiledMap({ map, places, tiles }: { map: Shown; places: Shown[]; tiles: MapTiles }) {
  const { data, route } = useApp()
  const words = useWords()
  const box = useRef<HTMLElement>(null)
  const [chosenId, choose] = useState(route.query?.place)
  const ids = places.map(idOf).join()
  useEffect(() => {
    const pins = places.flatMap((place) => {
      const at = geoOf(data, place)
      return at ? [{ id: idOf(place), title: words(place, 'title'), ...at }] : []
    })
    let remove: (() => void) | undefined
    let isGone = false
    void import('./leaflet-map.ts').then(({ drawMap }) => {
      if (!isGone && box.current) remove = drawMap(box.current, { tiles, pins, choose })
    })
    return () => {
      isGone = true
      remove?.()
    }
  }, [ids, tiles])
  const chosen = places.find((place) => idOf(place) === chosenId)
  return (
    <div class="mq-map-frame">
      <section ref={box} class="mq-geo-map" aria-label={words(map, 'title')} />
      {chosen && <PlaceCard place={chosen} onClose={() => choose(undefined)} />}
    </div>
  )
}

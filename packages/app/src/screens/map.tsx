/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { placesIn } from '../data/places.ts'
import { idOf } from '../data/shown.ts'
import { listAll } from '../data/stored-query.ts'
import { GeoMap } from '../maps/geo-map.tsx'
import { ImageMap } from '../maps/image-map.tsx'
import { PlaceList } from '../maps/place-list.tsx'
import { sizeOf } from '../parts/map-view.tsx'
import { TileList } from '../parts/tile.tsx'
import { PlacesScreen } from './places.tsx'
import type { RecordProps } from './record.ts'

/** A map with its pins, and its places as a list. */
export function MapScreen({ record }: RecordProps) {
  const { data, locale, route } = useApp()
  const words = useWords()
  const id = idOf(record)
  const places = listAll(data, 'place', locale).filter(({ mapId }) => mapId === id)
  const shown = placesIn(places, route.query?.category)
  const size = sizeOf(record)
  return (
    <div class="mq-content">
      <h1 class="mq-title">{words(record, 'title')}</h1>
      {size && <ImageMap map={record} size={size} places={shown} />}
      {record.type === 'geo' && <GeoMap map={record} places={shown} />}
      <PlaceList places={places} />
    </div>
  )
}

/** The only map, a choice of several, or the places when there is none. */
export function MapsScreen() {
  const { data, locale, t } = useApp()
  const maps = listAll(data, 'map', locale)
  const [first] = maps
  if (!first) return <PlacesScreen />
  if (maps.length === 1) return <MapScreen record={first} />
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.maps}</h1>
      <TileList kind="map" records={maps} format="grid" />
    </div>
  )
}

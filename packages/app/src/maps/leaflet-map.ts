import 'leaflet/dist/leaflet.css'
import { divIcon, marker, map as newMap } from 'leaflet'
import type { GeoPosition } from '../data/places.ts'
import type { MapTiles } from '../rendering.ts'
import { addTiles, fitPositions } from './geo-base.ts'

interface Drawing {
  tiles: MapTiles
  pins: (GeoPosition & { id: string; title: string })[]
  choose(id: string): void
}

/** Draws tiles and pins. It is loaded with the first geographic map. Returns how to remove it. */
export function drawMap(box: HTMLElement, { tiles, pins, choose }: Drawing): () => void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const drawn = newMap(box, { zoomAnimation: !isStill, fadeAnimation: !isStill, inertia: !isStill })
  drawn.attributionControl.setPrefix(false)
  addTiles(drawn, tiles)
  for (const { id, title, latitude, longitude } of pins) {
    marker([latitude, longitude], {
      icon: divIcon({ className: 'mq-pin mq-geo-pin', iconSize: [26, 26] }),
      title,
      alt: title,
    })
      .on('click', () => choose(id))
      .addTo(drawn)
  }
  fitPositions(
    drawn,
    pins.map(({ latitude, longitude }) => [latitude, longitude]),
  )
  return () => void drawn.remove()
}

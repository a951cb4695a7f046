import { type LatLngExpression, type Map as LeafletMap, latLngBounds, tileLayer } from 'leaflet'
import type { MapTiles } from '../rendering.ts'

/** The tiles of the operator with their credit, for visitors and in the studio. */
export function addTiles(map: LeafletMap, { url, attribution }: MapTiles): void {
  // Attributions contain links, which the operator has configured.
  tileLayer(url, { attribution, maxZoom }).addTo(map)
}

export const maxZoom = 19

/** Shows all positions, or the world when there is none. */
export function fitPositions(map: LeafletMap, positions: LatLngExpression[]): void {
  const bounds = latLngBounds(positions)
  if (bounds.isValid()) map.fitBounds(bounds.pad(0.1), { maxZoom: 17 })
  else map.setView([0, 0], 2)
}

import L from 'leaflet'
import { fromLatLng, nudged, type Size, toLatLng } from './pins.ts'
import type { Scene } from './scene.ts'

/** A picture; positions are its pixels. */
export function imageScene(url: string, size: Size, onBroken: () => void): Scene {
  const { width, height } = size
  return {
    open(box) {
      const bounds = L.latLngBounds([-height, 0], [0, width])
      const made = L.map(box, {
        crs: L.CRS.Simple,
        attributionControl: false,
        zoomSnap: 0,
        zoomDelta: 0.5,
        wheelPxPerZoomLevel: 120,
        minZoom: -6,
        maxZoom: 4,
        maxBounds: bounds.pad(0.5),
      })
      L.imageOverlay(url, bounds).addTo(made).on('error', onBroken)
      made.fitBounds(bounds, { animate: false, padding: [12, 12] })
      made.setMinZoom(made.getZoom() - 1)
      return made
    },
    toLatLng,
    fromLatLng: (latlng) => fromLatLng(latlng, size),
    nudged: (_map, position, press) => nudged(position, press, size),
    name: ({ x, y }) => `x ${x}, y ${y}`,
  }
}

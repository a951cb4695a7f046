import L from 'leaflet'
import { graticule } from './pins.ts'

/** Lines of longitude and latitude with their degrees, so that places are seen relative to each other without tiles. */
export function addGraticule(map: L.Map): void {
  const lines = L.layerGroup().addTo(map)
  const draw = () => {
    const shown = map.getBounds()
    const drawn = shown.pad(0.5)
    const [west, east] = [shown.getWest(), shown.getEast()]
    const [south, north] = [Math.max(shown.getSouth(), -85), Math.min(shown.getNorth(), 85)]
    const most = Math.max(2, Math.floor(map.getSize().x / (labelWidth + 20)))
    lines.clearLayers()
    for (const longitude of graticule(west, east, most)) {
      line([
        [drawn.getSouth(), longitude],
        [drawn.getNorth(), longitude],
      ])
      const { x } = map.latLngToContainerPoint([shown.getSouth(), longitude])
      const isAtEdge = x > map.getSize().x - labelWidth
      label([shown.getSouth(), longitude], `graticule-longitude${isAtEdge ? ' graticule-before' : ''}`, longitude)
    }
    for (const latitude of graticule(south, north, 6)) {
      line([
        [latitude, drawn.getWest()],
        [latitude, drawn.getEast()],
      ])
      label([latitude, shown.getEast()], 'graticule-latitude', latitude)
    }
  }
  const line = (points: L.LatLngTuple[]) =>
    L.polyline(points, { className: 'graticule', interactive: false, noClip: true }).addTo(lines)
  const label = (at: L.LatLngTuple, className: string, degrees: number) => {
    const text = document.createElement('span')
    text.textContent = `${degrees}°`
    const icon = L.divIcon({ className: `graticule-label ${className}`, html: text, iconSize: [0, 0] })
    L.marker(at, { icon, interactive: false, keyboard: false }).addTo(lines)
  }
  map.on('move resize', draw)
  draw()
}

/** Of a longitude, in pixels. */
const labelWidth = 90

import { addTiles, fitPositions, maxZoom } from '@marquee/app/geo-base'
import L from 'leaflet'
import type { MapServices } from '../../data/map-services.ts'
import { coordinatesOf, roundedDegrees } from './coordinates.ts'
import { addGraticule } from './graticule.ts'
import { type Position, stepOf } from './pins.ts'
import type { Scene } from './scene.ts'

/** The world: tiles where the operator has configured them, else a grid of degrees. Longitude is x, latitude y. */
export function geoScene({ tiles, geocoder }: MapServices): Scene {
  return {
    open(box, pins) {
      const made = L.map(box, {
        minZoom: 1,
        maxZoom,
        maxBounds: [
          [-90, -400],
          [90, 400],
        ],
      })
      made.attributionControl.setPrefix(false)
      if (geocoder) made.attributionControl.addAttribution(geocoder.attribution)
      if (tiles) addTiles(made, tiles)
      L.control.scale({ imperial: false }).addTo(made)
      fitPositions(
        made,
        pins.map(({ position }) => toLatLng(position)),
      )
      // The lines depend on the part that is shown.
      if (!tiles) addGraticule(made)
      return made
    },
    toLatLng,
    fromLatLng,
    nudged(map, position, press) {
      const step = stepOf(press)
      return step && fromLatLng(map.unproject(map.project(toLatLng(position)).add([step.x, step.y])))
    },
    name: coordinatesOf,
  }
}

const toLatLng = ({ x, y }: Position): [lat: number, lng: number] => [y, x]

/** A pin that is dragged around the world is on the same side again; nothing is drawn beyond 85 degrees. */
function fromLatLng({ lat, lng }: { lat: number; lng: number }): Position {
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180
  return { x: roundedDegrees(wrapped), y: roundedDegrees(Math.min(Math.max(lat, -85), 85)) }
}

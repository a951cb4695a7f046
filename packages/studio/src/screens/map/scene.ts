import type L from 'leaflet'
import type { Pin, Position } from './pins.ts'

/** A key press that may move a pin. */
export interface Press {
  key: string
  shiftKey: boolean
}

/** What pins are on: a picture with pixels, or the world with degrees. */
export interface Scene {
  /** Draws the background into an empty element. */
  open(box: HTMLElement, pins: readonly Pin[]): L.Map
  toLatLng(position: Position): [lat: number, lng: number]
  fromLatLng(latlng: { lat: number; lng: number }): Position
  /** The position of a pin after a key press; undefined for other keys. */
  nudged(map: L.Map, position: Position, press: Press): Position | undefined
  /** A position in words. */
  name(position: Position): string
}

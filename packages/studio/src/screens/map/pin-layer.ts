import L from 'leaflet'
import { symbolOf } from './pin-icons.tsx'
import { labelsThatFit, labelWidth } from './pin-labels.ts'
import type { Pin, Position } from './pins.ts'
import type { Scene } from './scene.ts'

interface Callbacks {
  canWrite: boolean
  isPointing: boolean
  onPoint: (position: Position) => void
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
  onMove: (id: string, position: Position) => void
  onTouch: (id: string) => void
}

export interface PinLayer {
  show(pins: readonly Pin[]): void
  mark(selectedId: string | undefined, hoveredId: string | undefined, canWrite: boolean): void
  bringIntoSight(id: string): void
}

/** The pins of a map. Each is one small element; unchanged ones are not redrawn. */
export function createPinLayer(map: L.Map, scene: Scene, now: () => Callbacks): PinLayer {
  const shown = new Map<string, { pin: Pin; marker: L.Marker }>()
  let marked: { selected: string | undefined; hovered: string | undefined } = {
    selected: undefined,
    hovered: undefined,
  }

  const add = (pin: Pin) => {
    const marker = L.marker(scene.toLatLng(pin.position), {
      icon: iconOf(pin),
      keyboard: false,
      riseOnHover: true,
      autoPanOnFocus: false,
    })
    marker.on('click', (event) => {
      if (now().isPointing) now().onPoint(scene.fromLatLng(event.latlng))
      else now().onSelect(pin.id)
    })
    marker.on('mouseover', () => {
      if (now().canWrite) marker.dragging?.enable()
      now().onHover(pin.id)
    })
    marker.on('mouseout', () => now().onHover(undefined))
    marker.on('dragstart', () => now().onTouch(pin.id))
    marker.on('dragend', () => {
      const position = scene.fromLatLng(marker.getLatLng())
      marker.setLatLng(scene.toLatLng(position))
      now().onMove(pin.id, position)
    })
    marker.addTo(map)
    shown.set(pin.id, { pin, marker })
    name(marker, pin, scene)
  }

  const update = (known: { pin: Pin; marker: L.Marker }, pin: Pin) => {
    if (known.pin === pin) return
    const { position, ...look } = pin
    const { position: before, ...lookBefore } = known.pin
    if (position.x !== before.x || position.y !== before.y) known.marker.setLatLng(scene.toLatLng(position))
    if (JSON.stringify(look) !== JSON.stringify(lookBefore)) known.marker.setIcon(iconOf(pin))
    known.pin = pin
    name(known.marker, pin, scene)
    if (marked.selected === pin.id) state(pin.id, 'selected', true)
  }

  /** Shows the names that fit at this zoom; panning changes nothing. */
  const label = () => {
    const labelled = [...shown.values()].map(({ pin, marker }) => {
      const { x, y } = map.latLngToLayerPoint(marker.getLatLng())
      return { id: pin.id, x, y, width: labelWidth(pin.title) }
    })
    const fitting = labelsThatFit(labelled)
    for (const [id, { marker }] of shown) marker.getElement()?.toggleAttribute('data-named', fitting.has(id))
  }
  map.on('zoomend', label)

  const state = (id: string | undefined, which: 'selected' | 'hovered', isOn: boolean) => {
    const found = id === undefined ? undefined : shown.get(id)
    const element = found?.marker.getElement()
    if (!found || !element) return
    element.toggleAttribute(`data-${which}`, isOn)
    found.marker.setZIndexOffset(isOn ? 10_000 : 0)
    if (which !== 'selected') return
    // One pin at a time is a tab stop; the list beside the map reaches all of them.
    element.tabIndex = isOn ? 0 : -1
    if (isOn && now().canWrite) found.marker.dragging?.enable()
  }

  return {
    show(pins) {
      const wanted = new Set(pins.map(({ id }) => id))
      for (const [id, { marker }] of shown) {
        if (wanted.has(id)) continue
        marker.remove()
        shown.delete(id)
      }
      for (const pin of pins) {
        const known = shown.get(pin.id)
        if (known) update(known, pin)
        else add(pin)
      }
      label()
    },
    mark(selected, hovered, canWrite) {
      if (marked.selected !== selected) state(marked.selected, 'selected', false)
      if (marked.hovered !== hovered) state(marked.hovered, 'hovered', false)
      marked = { selected, hovered }
      state(hovered, 'hovered', true)
      state(selected, 'selected', true)
      if (!canWrite) for (const { marker } of shown.values()) marker.dragging?.disable()
    },
    bringIntoSight(id) {
      const marker = shown.get(id)?.marker
      if (marker && !map.getBounds().pad(-0.08).contains(marker.getLatLng())) map.panTo(marker.getLatLng())
    },
  }
}

function iconOf({ color, icon, isDraft, title }: Pin): L.DivIcon {
  const head = document.createElement('span')
  head.className = 'pin-head'
  head.style.setProperty('--pin-color', color)
  const drawing = document.createElementNS(svg, 'svg')
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', `#${symbolOf(icon)}`)
  drawing.append(use)
  head.append(drawing)
  // The marker itself is named for screen readers.
  const label = document.createElement('span')
  label.className = 'pin-name'
  label.ariaHidden = 'true'
  label.textContent = title
  const both = document.createElement('span')
  both.className = 'pin-body'
  both.append(head, label)
  return L.divIcon({
    className: isDraft ? 'pin pin-draft' : 'pin',
    html: both,
    iconSize: [30, 30],
    iconAnchor: [15, 15],
  })
}

const svg = 'http://www.w3.org/2000/svg'

function name(marker: L.Marker, { id, title, position }: Pin, scene: Scene): void {
  const element = marker.getElement()
  if (!element) return
  element.dataset.place = id
  element.title = title
  element.tabIndex = -1
  element.setAttribute('role', 'button')
  element.setAttribute('aria-label', `${title}, ${scene.name(position)}`)
}

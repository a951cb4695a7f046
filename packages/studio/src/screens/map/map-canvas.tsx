import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createPinLayer, type PinLayer } from './pin-layer.ts'
import { fromLatLng, nudged, type Pin, type Position, type Size } from './pins.ts'
import './canvas.css'

interface Props {
  label: string
  hint: string
  url: string
  size: Size
  pins: Pin[]
  selectedId: string | undefined
  hoveredId: string | undefined
  canWrite: boolean
  /** The next click sets a position. */
  isPointing: boolean
  onPoint: (position: Position) => void
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
  onMove: (id: string, position: Position, waitMs?: number) => void
  onTouch: (id: string) => void
  onBroken: () => void
}

/** A picture with pins at pixel positions. The map library owns the DOM inside and receives the changes. */
export default function MapCanvas(props: Props) {
  const { url, size, pins, selectedId, hoveredId, canWrite, isPointing } = props
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map>(undefined)
  const layer = useRef<PinLayer>(undefined)
  const latest = useRef(props)
  latest.current = props
  const { width, height } = size

  useEffect(() => {
    if (!box.current) return
    const bounds = L.latLngBounds([-height, 0], [0, width])
    const made = L.map(box.current, {
      crs: L.CRS.Simple,
      attributionControl: false,
      zoomSnap: 0,
      zoomDelta: 0.5,
      wheelPxPerZoomLevel: 120,
      minZoom: -6,
      maxZoom: 4,
      maxBounds: bounds.pad(0.5),
    })
    const background = L.imageOverlay(url, bounds).addTo(made)
    background.on('error', () => latest.current.onBroken())
    made.fitBounds(bounds, { animate: false, padding: [12, 12] })
    made.setMinZoom(made.getZoom() - 1)
    made.on('click', ({ latlng }) => {
      if (latest.current.isPointing) latest.current.onPoint(fromLatLng(latlng, { width, height }))
    })
    const far = () => box.current?.toggleAttribute('data-far', isCrowded(made, latest.current.pins.length))
    made.on('zoomend', far)
    far()
    map.current = made
    layer.current = createPinLayer(made, { width, height }, () => latest.current)
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(box.current)
    return () => {
      resized.disconnect()
      layer.current = undefined
      map.current = undefined
      made.remove()
    }
  }, [url, width, height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture has new, empty layers
  useEffect(() => {
    layer.current?.show(pins)
    layer.current?.mark(selectedId, hoveredId, canWrite)
  }, [pins, selectedId, hoveredId, canWrite, url, width, height])

  useEffect(() => {
    if (selectedId !== undefined) layer.current?.bringIntoSight(selectedId)
  }, [selectedId])

  // Key presses are faster than rendering.
  const nudging = useRef<{ pin: Pin; position: Position }>(undefined)
  const press = (event: KeyboardEvent) => {
    const { selectedId: id, pins: shown, canWrite: mayMove } = latest.current
    const pin = shown.find((one) => one.id === id)
    const isOnPin = event.target instanceof Element && event.target.classList.contains('pin')
    if (!pin || !isOnPin || !mayMove) return
    const from = nudging.current?.pin === pin ? nudging.current.position : pin.position
    const position = nudged(from, event, { width, height })
    if (!position) return
    nudging.current = { pin, position }
    event.preventDefault()
    event.stopPropagation()
    latest.current.onMove(pin.id, position, 600)
  }
  return (
    <section
      className="map-canvas"
      data-pointing={isPointing || undefined}
      aria-label={props.label}
      aria-description={canWrite ? props.hint : undefined}
      onKeyDownCapture={press}
    >
      <div className="map-box" ref={box} />
    </section>
  )
}

/** Hundreds of pins on a small picture are dots; zoomed in they are drawn in full. */
function isCrowded(map: L.Map, count: number): boolean {
  const { x, y } = map.getSize()
  const shown = map.getPixelBounds().getSize()
  const world = map.getPixelWorldBounds()?.getSize() ?? shown
  const share = Math.min(1, (x * y) / Math.max(world.x * world.y, 1))
  return count * share > 250
}

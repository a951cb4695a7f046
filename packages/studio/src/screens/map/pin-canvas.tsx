import type L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPinLayer, type PinLayer } from './pin-layer.ts'
import type { Pin, Position } from './pins.ts'
import type { Scene } from './scene.ts'
import './canvas.css'

export interface CanvasProps {
  label: string
  hint: string
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
}

interface Props extends CanvasProps {
  scene: Scene
  /** Gets the map when it is drawn, and undefined when it is removed. */
  onMap?: (map: L.Map | undefined) => void
  children?: ReactNode
}

/** Pins over a background. The map library owns the DOM inside and receives the changes. */
export function PinCanvas(props: Props) {
  const { scene, pins, selectedId, hoveredId, canWrite, isPointing, children } = props
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map>(undefined)
  const layer = useRef<PinLayer>(undefined)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    if (!box.current) return
    const made = scene.open(box.current, latest.current.pins)
    made.on('click', ({ latlng }) => {
      if (latest.current.isPointing) latest.current.onPoint(scene.fromLatLng(latlng))
    })
    const far = () => box.current?.toggleAttribute('data-far', isCrowded(made, latest.current.pins.length))
    made.on('zoomend', far)
    far()
    map.current = made
    layer.current = createPinLayer(made, scene, () => latest.current)
    latest.current.onMap?.(made)
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(box.current)
    return () => {
      resized.disconnect()
      layer.current = undefined
      map.current = undefined
      latest.current.onMap?.(undefined)
      made.remove()
    }
  }, [scene])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new background has new, empty layers
  useEffect(() => {
    layer.current?.show(pins)
    layer.current?.mark(selectedId, hoveredId, canWrite)
  }, [pins, selectedId, hoveredId, canWrite, scene])

  useEffect(() => {
    if (selectedId !== undefined) layer.current?.bringIntoSight(selectedId)
  }, [selectedId])

  // Key presses are faster than rendering.
  const nudging = useRef<{ pin: Pin; position: Position }>(undefined)
  const press = (event: KeyboardEvent) => {
    const { selectedId: id, pins: shown, canWrite: mayMove } = latest.current
    const pin = shown.find((one) => one.id === id)
    const isOnPin = event.target instanceof Element && event.target.classList.contains('pin')
    if (!pin || !isOnPin || !mayMove || !map.current) return
    const from = nudging.current?.pin === pin ? nudging.current.position : pin.position
    const position = scene.nudged(map.current, from, event)
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
      {children}
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

import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { fitPositions } from '@marquee/app/geo-base'
import { IconArrowsMaximize } from '@tabler/icons-react'
import L from 'leaflet'
import { useEffect, useMemo, useState } from 'react'
import type { Address, MapServices } from '../../data/map-services.ts'
import { useTexts } from '../../texts/language.tsx'
import { FoundAddress } from './found-address.tsx'
import { geoScene } from './geo-scene.ts'
import { GeoSearch } from './geo-search.tsx'
import { type CanvasProps, PinCanvas } from './pin-canvas.tsx'
import type { Position } from './pins.ts'
import { texts } from './texts.ts'

interface Props extends CanvasProps {
  services: MapServices
  /** The open place, which a found address can move. */
  movable: { id: string; title: string } | undefined
  onNew: (position: Position) => void
}

/** The world with pins, and a search for addresses and coordinates above it. */
export default function GeoCanvas({ services, movable, onNew, ...canvas }: Props) {
  const t = useTexts(texts)
  const scene = useMemo(() => geoScene(services), [services])
  const [map, setMap] = useState<L.Map>()
  const [found, setFound] = useState<Address>()
  useMarker(map, found)
  const choose = (address: Address) => {
    const { position } = address
    const isPut = canvas.isPointing
    map?.setView(scene.toLatLng(position), Math.max(map.getZoom(), 16))
    setFound(isPut ? undefined : address)
    if (isPut) canvas.onPoint(position)
  }
  const fit = () =>
    map &&
    fitPositions(
      map,
      canvas.pins.map(({ position }) => scene.toLatLng(position)),
    )
  return (
    <>
      {canvas.canWrite && <GeoSearch hasAddresses={services.geocoder !== null} onChoose={choose} />}
      {found && (
        <FoundAddress
          title={found.title}
          movable={movable}
          onClose={() => setFound(undefined)}
          onMove={(id) => {
            canvas.onMove(id, found.position)
            setFound(undefined)
          }}
          onNew={() => {
            onNew(found.position)
            setFound(undefined)
          }}
        />
      )}
      <PinCanvas {...canvas} scene={scene} onMap={setMap}>
        <Tooltip label={t.geo.fit} position="right">
          <ActionIcon className="map-fit" size={38} aria-label={t.geo.fit} onClick={fit}>
            <IconArrowsMaximize size={18} />
          </ActionIcon>
        </Tooltip>
      </PinCanvas>
      {!services.tiles && (
        <Text size="xs" c="dimmed">
          {t.geo.noTiles}
        </Text>
      )}
    </>
  )
}

/** Marks a found address until it is used. */
function useMarker(map: L.Map | undefined, found: Address | undefined): void {
  useEffect(() => {
    if (!map || !found) return
    const { x, y } = found.position
    const icon = L.divIcon({ className: 'found-mark', iconSize: [26, 26] })
    const marker = L.marker([y, x], { icon, interactive: false, keyboard: false }).addTo(map)
    return () => void marker.remove()
  }, [map, found])
}

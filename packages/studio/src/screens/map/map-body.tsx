import { Button, Text } from '@mantine/core'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { broadcastInterestPoint } from '../../kinds/declared/broadcast-interest-point.ts'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RecordPanel } from '../panel/record-panel.tsx'
import { CoordinatesField } from './coordinates-field.tsx'
import type { PhoneView } from './map-tabs.tsx'
import { MapView } from './map-view.tsx'
import type { Position } from './pins.ts'
import { PlaceList } from './place-list.tsx'
import { texts } from './texts.ts'
import type { MapAddress } from './use-map-address.ts'
import { type PlaceRecords, usePlaces } from './use-places.ts'

interface Props {
  address: MapAddress
  stored: PlaceRecords
  /** Undefined where both are visible. */
  phoneView: PhoneView | undefined
  /** The place that the next click on the map positions, or `new`. */
  pointing: string | undefined
  onPointing: (id: string | undefined) => void
  /** Starts positioning a place that is on no map yet. */
  onPut: (id: string) => void
  onNewMap: () => void
}

/** The list, the map, and the form of the open place. */
export function MapBody({ address, stored, phoneView, pointing, onPointing, onPut, onNewMap }: Props) {
  const { map, recordId, text, categoryId, change, open } = address
  const { canWrite } = useBroadcast()
  const [hoveredId, setHovered] = useState<string>()
  const places = usePlaces(stored, map?._id, text, categoryId)
  const shared = { places, selectedId: recordId, hoveredId, onSelect: open, onHover: setHovered }
  const list = (
    <PlaceList
      {...shared}
      text={text}
      categoryId={categoryId}
      onText={(q) => change({ q })}
      onCategory={(categoryIds) => change({ categoryIds })}
      isGeo={map?.type === 'geo'}
      onPut={canWrite && map ? onPut : undefined}
    />
  )
  return (
    <div className="map-body" data-open={recordId !== undefined || undefined}>
      {(!phoneView || (map && phoneView === 'list')) && list}
      {!map && <NoMap onNewMap={onNewMap} />}
      {!map && phoneView && places.unplaced.length > 0 && list}
      {map && phoneView !== 'list' && (
        <MapView
          {...shared}
          key={map._id}
          map={map}
          pointing={pointing}
          onPointing={onPointing}
          onNew={address.openNew}
        />
      )}
      <PlaceForm address={address} />
    </div>
  )
}

function NoMap({ onNewMap }: { onNewMap: () => void }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const create = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={onNewMap}>
      {t.newMap}
    </Button>
  )
  return <EmptyState icon={IconMap2} title={t.noMaps.title} hint={t.noMaps.hint} action={create} />
}

function PlaceForm({ address: { map, recordId, point, newName, close, replaceNew } }: { address: MapAddress }) {
  const { canWrite } = useBroadcast()
  const isGeo = map?.type === 'geo'
  return (
    <RecordPanel
      declaration={broadcastInterestPoint}
      fields={isGeo ? fields.filter((name) => name !== 'position') : fields}
      rareFields={rareFields}
      recordId={recordId}
      initial={{ ...(map && { mapId: map._id }), ...(point && { position: point }) }}
      newName={newName}
      onClose={close}
      onCreated={replaceNew}
    >
      {isGeo ? (draft) => <CoordinatesField draft={draft} canWrite={canWrite} /> : point && <PixelsNote {...point} />}
    </RecordPanel>
  )
}

function PixelsNote({ x, y }: Position) {
  const t = useTexts(texts)
  return (
    <Text size="sm" c="dimmed">
      {t.at(x, y)}
    </Text>
  )
}

const fields = ['title', 'status', 'categoryIds', 'description', 'mapId', 'position', 'media']
const rareFields = ['order', 'color', 'icon', 'navigator', 'blocks', '_reference', 'metadata']

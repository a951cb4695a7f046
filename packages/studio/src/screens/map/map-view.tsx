import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { useCommands } from '../../ui/shortcuts.ts'
import { useAnnouncer } from '../panel/announcer.tsx'
import { useQuickMove } from '../panel/quick-move.tsx'
import type { Direction } from '../panel/use-steps.ts'
import { useBackground } from './background.tsx'
import { GeoView } from './geo-view.tsx'
import type { Place, Position, VenueMap } from './pins.ts'
import { texts } from './texts.ts'
import type { Places } from './use-places.ts'

const MapCanvas = lazy(() => import('./map-canvas.tsx'))

interface Props {
  map: VenueMap
  places: Places
  selectedId: string | undefined
  hoveredId: string | undefined
  /** `new`, or the id of a place that the next click positions. */
  pointing: string | undefined
  onPointing: (what: string | undefined) => void
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
  onNew: (position: Position) => void
}

/** One map: a picture with pins, or a plain grid for a geographic map. */
export function MapView(props: Props) {
  const { map, places, selectedId, hoveredId, pointing, onPointing, onSelect, onHover, onNew } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const [say, region] = useAnnouncer()
  const quick = useQuickMove('broadcastInterestPoint', {
    done: (direction: Direction, place: Place) =>
      t.stepped[direction](nameOf('broadcastInterestPoint', place, language)),
    refused: (_direction: Direction, place: Place | undefined) =>
      place ? t.overtaken(nameOf('broadcastInterestPoint', place, language)) : t.deletedMeanwhile,
    nothing: (direction: Direction) => t.nothingTo[direction],
    say,
  })
  useCommands([
    ['mod+Z', () => canWrite && quick.step('undo')],
    ['mod+shift+Z', () => canWrite && quick.step('redo')],
    ['mod+Y', () => canWrite && quick.step('redo')],
  ])
  const { url, size } = useBackground(map)
  const [isBroken, setBroken] = useState(false)
  const label = t.map(nameOf('broadcastMap', map, language))
  const nameById = useCallback(
    (id: string) => {
      const place = places.byId.get(id)
      return place ? nameOf('broadcastInterestPoint', place, language) : ''
    },
    [places.byId, language],
  )
  const move = useCallback(
    (id: string, position: Position, waitMs = 0) => {
      const place = places.byId.get(id)
      if (!place) return
      const text = t.moved(nameById(id), position.x, position.y)
      say(text)
      const toThisMap = place.mapId === map._id ? {} : { mapId: map._id }
      quick.move(place, { position, ...toThisMap }, text, waitMs)
    },
    [places.byId, t, nameById, say, quick, map._id],
  )
  const point = (position: Position) => {
    if (pointing === 'new') onNew(position)
    else if (pointing !== undefined) move(pointing, position)
    onPointing(undefined)
  }
  const shared = { label, pins: places.pins, selectedId, hoveredId, onSelect, onHover }
  if (map.type === 'geo') return <GeoView {...shared} />
  if (!url) {
    const action = canWrite && (
      <ScreenLink screen="maps" recordId={map._id}>
        <Button component="span" leftSection={<IconPhotoPlus size={18} />}>
          {t.noBackground.action}
        </Button>
      </ScreenLink>
    )
    return <EmptyState icon={IconPhotoPlus} title={t.noBackground.title} hint={t.noBackground.hint} action={action} />
  }
  return (
    <div className="map-view">
      {isBroken && <Alert color="yellow">{t.broken}</Alert>}
      {pointing !== undefined && (
        <div className="map-pointing" role="status">
          <Text size="sm" fw={600}>
            {pointing === 'new' ? t.addHint : t.putHint(nameById(pointing))}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => onPointing(undefined)}>
            {t.stop}
          </Button>
        </div>
      )}
      <Suspense fallback={<Skeleton flex={1} mih={320} radius="lg" />}>
        {size && (
          <MapCanvas
            {...shared}
            hint={t.pinHint}
            url={url}
            size={size}
            canWrite={canWrite}
            isPointing={pointing !== undefined}
            onPoint={point}
            onMove={move}
            onTouch={quick.prepare}
            onBroken={() => setBroken(true)}
          />
        )}
      </Suspense>
      {region}
      {quick.conflict}
    </div>
  )
}

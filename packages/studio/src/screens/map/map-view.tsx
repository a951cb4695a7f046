import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useMapServices } from '../../data/map-services.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useCommands } from '../../ui/shortcuts.ts'
import { useAnnouncer } from '../panel/announcer.tsx'
import { useQuickMove } from '../panel/quick-move.tsx'
import type { Direction } from '../panel/use-steps.ts'
import { useBackground } from './background.tsx'
import { coordinatesOf } from './coordinates.ts'
import type { Place, Position, VenueMap } from './pins.ts'
import { texts } from './texts.ts'
import type { Places } from './use-places.ts'

const ImageCanvas = lazy(() => import('./image-canvas.tsx'))
const GeoCanvas = lazy(() => import('./geo-canvas.tsx'))

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

/** One map: a picture or the world, with pins. */
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
  const isGeo = map.type === 'geo'
  const { url, size } = useBackground(map)
  const services = useMapServices()
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
      const text = t.moved(nameById(id), isGeo ? coordinatesOf(position) : t.at(position.x, position.y))
      say(text)
      const toThisMap = place.mapId === map._id ? {} : { mapId: map._id }
      quick.move(place, { position, ...toThisMap }, text, waitMs)
    },
    [places.byId, t, nameById, say, quick, map._id, isGeo],
  )
  const point = (position: Position) => {
    if (pointing === 'new') onNew(position)
    else if (pointing !== undefined) move(pointing, position)
    onPointing(undefined)
  }
  if (!url && !isGeo) {
    const action = canWrite && (
      <ScreenLink screen="maps" recordId={map._id}>
        <Button component="span" leftSection={<IconPhotoPlus size={18} />}>
          {t.noBackground.action}
        </Button>
      </ScreenLink>
    )
    return <EmptyState icon={IconPhotoPlus} title={t.noBackground.title} hint={t.noBackground.hint} action={action} />
  }
  const movable =
    selectedId !== undefined && places.byId.has(selectedId)
      ? { id: selectedId, title: nameById(selectedId) }
      : undefined
  const canvas = {
    label,
    pins: places.pins,
    selectedId,
    hoveredId,
    onSelect,
    onHover,
    canWrite,
    isPointing: pointing !== undefined,
    onPoint: point,
    onMove: move,
    onTouch: quick.prepare,
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
      {isGeo && services.error && <ProblemNotice error={services.error} onRetry={() => void services.refetch()} />}
      <Suspense fallback={<Skeleton flex={1} mih={320} radius="lg" />}>
        {isGeo && services.data && (
          <GeoCanvas {...canvas} hint={t.geo.pinHint} services={services.data} movable={movable} onNew={onNew} />
        )}
        {!isGeo && url && size && (
          <ImageCanvas {...canvas} hint={t.pinHint} url={url} size={size} onBroken={() => setBroken(true)} />
        )}
      </Suspense>
      {region}
      {quick.conflict}
    </div>
  )
}

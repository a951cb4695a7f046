import { ActionIcon, Button, SegmentedControl, Skeleton, Text, Tooltip } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconMap2, IconMapPinPlus, IconPlus, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { broadcastInterestPoint as declaration } from '../../kinds/declared/broadcast-interest-point.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo, useRecordParam, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { RecordPanel } from '../panel/record-panel.tsx'
import { MapView } from './map-view.tsx'
import { NewMap } from './new-map.tsx'
import { PinIcons } from './pin-icons.tsx'
import { PlaceList } from './place-list.tsx'
import { texts } from './texts.ts'
import { usePlaceRecords, usePlaces } from './use-places.ts'
import './map.css'

const fields = ['title', 'status', 'categoryIds', 'description', 'mapId', 'position', 'media']
const rareFields = ['color', 'icon', 'navigator', 'blocks', '_reference', 'metadata']

/** The places on their maps, with a list beside and a place open when the address names one. */
export default function MapScreen() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const go = useGo()
  const recordId = useRecordParam()
  const [values, change] = useSearchValues()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [phoneView, setPhoneView] = useState<'map' | 'list'>('map')
  const [isCreating, setCreating] = useState(false)
  const [hoveredId, setHovered] = useState<string>()
  /** What the next click on the map says the position of: a place, or a new one. */
  const [pointing, setPointing] = useState<string>()
  const maps = useAllRecords('broadcastMap', mapQuery)
  const text = typeof values.q === 'string' || typeof values.q === 'number' ? String(values.q) : ''
  const categoryId = textIn(values.categoryIds)

  const chosenId = textIn(values.map)
  const stored = usePlaceRecords()
  const ownMapId = recordId === undefined ? undefined : stored.byId.get(recordId)?.mapId
  const map =
    [chosenId, ownMapId].map((id) => maps.records.find(({ _id }) => _id === id)).find(Boolean) ?? maps.records[0]
  const places = usePlaces(stored, map?._id, text, categoryId)
  useHotkeys([
    ['n', () => canWrite && map?.type === 'image' && setPointing('new')],
    ['Escape', () => setPointing(undefined)],
  ])
  const words = declaration.texts[language]

  const search = { ...values, map: map?._id }
  const open = (id: string) => void go('map', id, { search: { ...search, x: undefined, y: undefined } })
  const [x, y] = [numberIn(values.x), numberIn(values.y)]
  const position = x !== undefined && y !== undefined ? { position: { x, y } } : {}
  const newMap = canWrite && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      {t.newMap}
    </Button>
  )
  const isGeo = map?.type === 'geo'
  const error = maps.error ?? stored.error
  const isPending = maps.isPending || stored.isPending
  const list = (
    <PlaceList
      places={places}
      text={text}
      categoryId={categoryId}
      selectedId={recordId}
      hoveredId={hoveredId}
      onText={(q) => change({ q })}
      onCategory={(categoryIds) => change({ categoryIds })}
      onSelect={open}
      onHover={setHovered}
      onPut={
        canWrite && map && !isGeo
          ? (id) => {
              setPointing(id)
              setPhoneView('map')
            }
          : undefined
      }
    />
  )
  return (
    <div className="map-screen">
      <PinIcons />
      <PageHeader
        title={words.title ?? words.many}
        actions={
          canWrite && (
            <Button
              leftSection={<IconMapPinPlus size={18} />}
              onClick={() => {
                if (!map || isGeo) void go('map', 'new', { search })
                else setPointing('new')
                setPhoneView('map')
              }}
            >
              {t.add}
            </Button>
          )
        }
      />
      {error && <ProblemNotice error={error} onRetry={() => void maps.refetch().then(stored.retry)} />}
      {isPending && !error && <Waiting />}
      {!isPending && (
        <>
          <nav className="map-tabs" aria-label={t.maps}>
            {maps.records.map((one) => (
              <button
                type="button"
                key={one._id}
                className="map-tab"
                aria-current={one._id === map?._id ? 'true' : undefined}
                onClick={() => change({ map: one._id })}
              >
                {nameOf('broadcastMap', one, language) || one._id}
              </button>
            ))}
            {map && (
              <Tooltip label={t.settings}>
                <ActionIcon size={36} aria-label={t.settings} onClick={() => void go('maps', map._id)}>
                  <IconSettings size={18} />
                </ActionIcon>
              </Tooltip>
            )}
            {canWrite && maps.records.length > 0 && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlus size={17} />}
                onClick={() => setCreating(true)}
              >
                {t.newMap}
              </Button>
            )}
            {isPhone && map && (
              <SegmentedControl
                ml="auto"
                aria-label={t.list}
                value={phoneView}
                onChange={(next) => setPhoneView(next === 'list' ? 'list' : 'map')}
                data={(['map', 'list'] as const).map((value) => ({ value, label: t.show[value] }))}
              />
            )}
          </nav>
          <div className="map-body" data-open={recordId !== undefined || undefined}>
            {(!isPhone || (map && phoneView === 'list')) && list}
            {!map && <EmptyState icon={IconMap2} title={t.noMaps.title} hint={t.noMaps.hint} action={newMap} />}
            {!map && isPhone && places.unplaced.length > 0 && list}
            {map && (!isPhone || phoneView === 'map') && (
              <MapView
                key={map._id}
                map={map}
                places={places}
                selectedId={recordId}
                hoveredId={hoveredId}
                pointing={pointing}
                onPointing={setPointing}
                onSelect={open}
                onHover={setHovered}
                onNew={(at) => void go('map', 'new', { search: { ...search, ...at } })}
              />
            )}
            <RecordPanel
              declaration={declaration}
              fields={fields}
              rareFields={rareFields}
              recordId={recordId}
              initial={{ ...(map && { mapId: map._id }), ...position }}
              newName={`${map?._id} ${x} ${y}`}
              onClose={() => void go('map', undefined, { search: { ...search, x: undefined, y: undefined } })}
              onCreated={(id) =>
                void go('map', id, { search: { ...search, x: undefined, y: undefined }, replace: true })
              }
            >
              {x !== undefined && y !== undefined && (
                <Text size="sm" c="dimmed">
                  {t.at(x, y)}
                </Text>
              )}
            </RecordPanel>
          </div>
        </>
      )}
      <NewMap
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id) => {
          setCreating(false)
          change({ map: id })
        }}
      />
    </div>
  )
}

const mapQuery = { sort: { title: 'asc' as const } }
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

function Waiting() {
  const common = useCommon()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton h={40} mb="sm" radius="md" />
      <Skeleton h="calc(100dvh - 230px)" radius="lg" />
    </div>
  )
}

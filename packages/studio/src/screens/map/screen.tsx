import { Button, Skeleton } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconMapPinPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { MapBody } from './map-body.tsx'
import { MapTabs, type PhoneView } from './map-tabs.tsx'
import { NewMap } from './new-map.tsx'
import { PinIcons } from './pin-icons.tsx'
import { texts } from './texts.ts'
import { useMapAddress } from './use-map-address.ts'
import { usePlaceRecords } from './use-places.ts'
import './map.css'

/** Maps with their places, a list beside, and the place in the URL opened. */
export default function MapScreen() {
  const t = useTexts(texts)
  const kindLabel = useKindLabel()
  const { canWrite } = useBroadcast()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [phoneView, setPhoneView] = useState<PhoneView>('map')
  const [isCreating, setCreating] = useState(false)
  const [pointing, setPointing] = useState<string>()
  const maps = useAllRecords('broadcastMap', mapQuery)
  const stored = usePlaceRecords()
  const address = useMapAddress(maps.records, (id) => stored.byId.get(id)?.mapId)
  const { map, change, openNew } = address
  const pointAt = (id: string) => {
    setPointing(id)
    setPhoneView('map')
  }
  useShortcuts([['n', () => canWrite && map && setPointing('new')]])
  useHotkeys([['Escape', () => setPointing(undefined)]])
  const add = () => {
    if (map) return pointAt('new')
    openNew()
    setPhoneView('map')
  }
  const error = maps.error ?? stored.error
  const isPending = maps.isPending || stored.isPending
  const shared = {
    phoneView: isPhone ? phoneView : undefined,
    onNewMap: () => setCreating(true),
  }
  return (
    <div className="map-screen">
      <PinIcons />
      <PageHeader
        title={kindLabel('broadcastInterestPoint', 'many')}
        actions={
          canWrite && (
            <Button leftSection={<IconMapPinPlus size={18} />} onClick={add}>
              {t.add}
            </Button>
          )
        }
      />
      {error && <ProblemNotice error={error} onRetry={() => void maps.refetch().then(stored.retry)} />}
      {isPending && !error && <Waiting />}
      {!isPending && (
        <>
          <MapTabs
            {...shared}
            maps={maps.records}
            map={map}
            onMap={(id) => change({ map: id })}
            onPhoneView={setPhoneView}
          />
          <MapBody
            {...shared}
            address={address}
            stored={stored}
            pointing={pointing}
            onPointing={setPointing}
            onPut={pointAt}
          />
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

function Waiting() {
  const common = useCommon()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton h={40} mb="sm" radius="md" />
      <Skeleton h="calc(100dvh - 230px)" radius="lg" />
    </div>
  )
}

import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useGo } from '../../ui/navigation.tsx'
import type { VenueMap } from './pins.ts'
import { texts } from './texts.ts'

/** On a phone, either the map or the list is shown. */
export type PhoneView = 'map' | 'list'

interface Props {
  maps: readonly VenueMap[]
  map: VenueMap | undefined
  onMap: (id: string) => void
  onNewMap: () => void
  /** Undefined where both are visible. */
  phoneView: PhoneView | undefined
  onPhoneView: (view: PhoneView) => void
}

/** The maps to choose from, and the settings of the chosen one. */
export function MapTabs({ maps, map, onMap, onNewMap, phoneView, onPhoneView }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const go = useGo()
  return (
    <nav className="map-tabs" aria-label={t.maps}>
      {maps.map((one) => (
        <button
          type="button"
          key={one._id}
          className="map-tab"
          aria-current={one._id === map?._id ? 'true' : undefined}
          onClick={() => onMap(one._id)}
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
      {canWrite && maps.length > 0 && (
        <Button variant="default" size="sm" leftSection={<IconPlus size={17} />} onClick={onNewMap}>
          {t.newMap}
        </Button>
      )}
      {phoneView && map && (
        <SegmentedControl
          ml="auto"
          aria-label={t.list}
          value={phoneView}
          onChange={(next) => onPhoneView(next === 'list' ? 'list' : 'map')}
          data={(['map', 'list'] as const).map((value) => ({ value, label: t.show[value] }))}
        />
      )}
    </nav>
  )
}

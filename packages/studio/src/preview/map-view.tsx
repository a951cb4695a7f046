import { IconMap2 } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useAllRecords } from '../data/records.ts'
import { useApp, useShownRecord, useWords } from './app-context.ts'
import { isColor } from './color.ts'
import { AppIcon } from './icon.tsx'
import { Picture } from './picture.tsx'
import css from './preview.module.css'
import { RecordList } from './record-list.tsx'
import { numberOr, type Shown } from './words.ts'

/** An illustrated map with its places as pins; a geographic map shows the places only, as its tiles are on another server. */
export function MapView({ mapId, placeId, isWhole = false }: { mapId: string; placeId?: string; isWhole?: boolean }) {
  const { record: map } = useShownRecord('broadcastMap', mapId)
  const { records } = useAllRecords('broadcastInterestPoint', { filters: [{ mapId }, { status: 'published' }] })
  const { open } = useApp()
  const words = useWords()
  const width = numberOr(map?.width, 0)
  const height = numberOr(map?.height, 0)
  const isDrawn = map !== undefined && map.type !== 'geo' && width > 0 && height > 0
  return (
    <div className={isWhole ? css.content : undefined}>
      {isWhole && <h2 className={css.title}>{words(map, 'title')}</h2>}
      {isDrawn ? (
        <button
          type="button"
          className={css.map}
          style={{ aspectRatio: `${width} / ${height}` }}
          aria-label={words(map, 'title')}
          onClick={() => open({ to: 'record', kind: 'broadcastMap', id: mapId })}
        >
          <Picture value={map.media} isDecorative />
          {records.map((place) => (
            <Pin key={place._id} place={place} width={width} height={height} isChosen={place._id === placeId} />
          ))}
        </button>
      ) : (
        <div className={css.card}>
          <IconMap2 size={30} stroke={1.5} aria-hidden />
          <span className={css.tileTitle}>{words(map, 'title') || '…'}</span>
        </div>
      )}
      {isWhole && (
        <RecordList kind="broadcastInterestPoint" query={{ filters: [{ mapId }], limit: -1 }} format="list" />
      )}
    </div>
  )
}

/** Pins are too close together for touch targets; the opened map lists the places. */
function Pin({ place, width, height, isChosen }: { place: Shown; width: number; height: number; isChosen: boolean }) {
  const position: Shown = Object(place.position)
  if (typeof position.x !== 'number' || typeof position.y !== 'number') return null
  const style: CSSProperties = {
    left: `${(position.x / width) * 100}%`,
    top: `${(position.y / height) * 100}%`,
    ...(isColor(place.color) && { background: place.color }),
  }
  return (
    <span className={css.pin} data-chosen={isChosen || undefined} style={style} aria-hidden>
      <AppIcon icon={place.icon} size={isChosen ? 13 : 9} />
    </span>
  )
}

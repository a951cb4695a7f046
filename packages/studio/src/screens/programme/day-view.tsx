import { Group, Skeleton, Text } from '@mantine/core'
import { zoneOffsetMs } from '@marquee/model'
import { lazy, memo, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { broadcastSession } from '../../kinds/declared/broadcast-session.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import type { SearchValues } from '../../ui/navigation.tsx'
import { useCommands } from '../../ui/shortcuts.ts'
import { fromWall, toWall } from '../../ui/zoned.ts'
import { useDuplicate } from '../kinds/use-duplicate.ts'
import { useAnnouncer } from '../panel/announcer.tsx'
import { noPlace } from './columns.ts'
import { DayPicker } from './day-picker.tsx'
import { DayTools } from './day-tools.tsx'
import { shiftDay } from './days.ts'
import { DragReadout, type ReadoutHandle } from './drag-readout.tsx'
import type { Drag, GridHandle } from './grid-props.ts'
import { NoMatch } from './no-match.tsx'
import { PhoneDay } from './phone-day.tsx'
import { PrintDay } from './print-day.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { isWanted, type Session, type SessionFilter } from './sessions.ts'
import { texts } from './texts.ts'
import { noFilter, Toolbar, ZoneNote } from './toolbar.tsx'
import { Tray } from './tray.tsx'
import { useDay } from './use-day.ts'
import { useMatches } from './use-matches.ts'
import { useMoves } from './use-moves.ts'
import { usePreview } from './use-preview.ts'
import type { Programme } from './use-programme.ts'
import { useSelection } from './use-selection.ts'
import { useSnap } from './use-snap.ts'

const loadGrid = () => import('./grid.tsx')
const Grid = lazy(loadGrid)
// Loads the grid while the sessions are read; a phone shows none.
if (matchMedia('(min-width: 48.01em)').matches) void loadGrid()

interface Props {
  programme: Programme
  day: string
  isPhone: boolean
  selectedId: string | undefined
  /** The state in the URL, and how to change it. */
  values: SearchValues
  change: (values: SearchValues) => void
  onOpen: (id: string) => void
  onCreate: (wallStart: string, wallEnd: string | undefined, columnId: string) => void
}

/** One day of the programme. */
export const DayView = memo(function DayView({
  programme,
  day,
  isPhone,
  selectedId,
  values,
  change,
  onOpen,
  onCreate,
}: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const grid = useRef<GridHandle>(null)
  const [say, region] = useAnnouncer()
  const [addedPlaces, setAddedPlaces] = useState<string[]>([])
  const [slotHeight, zoom] = useZoom()
  const filter = useMemo(() => filterOf(values), [values])
  const { entries, columns } = useDay(programme, day, filter, addedPlaces)
  const toDay = useCallback((next: string) => change({ day: next }), [change])
  const { matches, perDay, at, foundId, step } = useMatches(programme, filter, { day, language, onDay: toDay, say })
  const { wordsOf } = programme
  const isShown = useCallback((session: Session) => isWanted(session, wordsOf(session), filter), [wordsOf, filter])
  const [snap, setSnap] = useSnap()
  const [tellsVisitors, setTellsVisitors] = useState(false)
  const moves = useMoves(programme, columns, { say, tellsVisitors })
  const selection = useSelection(day, columns, entries)
  const preview = usePreview(programme, columns)
  const duplicate = useDuplicate(broadcastSession)
  const readout = useRef<ReadoutHandle>(null)
  useCommands([
    ['mod+Z', () => canWrite && moves.step('undo')],
    ['mod+shift+Z', () => canWrite && moves.step('redo')],
    ['mod+Y', () => canWrite && moves.step('redo')],
  ])
  const showDrag = useCallback(
    (drag: Drag | undefined) => {
      const shown = drag && ('drawn' in drag ? preview.ofDrawn(drag.drawn) : preview.ofChange(drag.id, drag.change))
      if (drag && shown) readout.current?.show(drag.x, drag.y, shown)
      else readout.current?.hide()
    },
    [preview],
  )
  const { zone, dayStart, clashes, dayById } = programme
  const viewerZone = useViewerZone(zone, day)
  const viewerTime = useMemo(() => {
    if (!viewerZone) return undefined
    return (time: string) => {
      const instant = fromWall(`${time < dayStart ? shiftDay(day, 1) : day} ${time}:00`, zone)
      return instant === undefined ? '' : toWall(instant, viewerZone).slice(11, 16)
    }
  }, [viewerZone, zone, day, dayStart])
  const clashingDays = useMemo(
    () => new Set(clashes.flatMap(({ first, second }) => [dayById.get(first) ?? '', dayById.get(second) ?? ''])),
    [clashes, dayById],
  )
  return (
    <div className="programme-day">
      <div className="programme-head">
        <DayPicker days={programme.days} day={day} clashing={clashingDays} matches={perDay} onChange={toDay} />
        <Group gap="xs" wrap="nowrap" miw={0}>
          <ZoneNote zone={zone} viewerZone={viewerZone} />
          <DayTools programme={programme} day={day} columns={columns} onDay={toDay} />
        </Group>
      </div>
      <Toolbar
        programme={programme}
        filter={filter}
        onFilter={change}
        found={{ count: matches?.length, at, onStep: step }}
        tools={
          isPhone
            ? undefined
            : { zoom, snap, onSnap: setSnap, historyKey: moves.historyKey, onStep: moves.step, canWrite }
        }
        telling={canWrite ? { isOn: tellsVisitors, onChange: setTellsVisitors } : undefined}
        addedPlaces={addedPlaces}
        onAddPlaces={setAddedPlaces}
      />
      {entries.length === 0 && matches && (
        <NoMatch
          elsewhere={matches.length}
          text={filter.text}
          onNext={() => step(1)}
          onClear={() => change(noFilter)}
        />
      )}
      {entries.length === 0 && !matches && (
        <Text c="dimmed" size="sm" role="status">
          {canWrite && !isPhone ? `${t.emptyDay}. ${t.emptyDayHint}` : t.emptyDayRead}
        </Text>
      )}
      {isPhone ? (
        <PhoneDay
          entries={entries}
          columns={columns}
          foundId={foundId}
          place={filter.placeId}
          canWrite={canWrite}
          selection={selection}
          onPlace={(place) => change({ interestPointId: place === noPlace ? undefined : place })}
          onOpen={onOpen}
          onLater={moves.later}
          onStatus={moves.setStatus}
          onSwipe={(by) => toDay(shiftDay(day, by))}
        />
      ) : (
        <Suspense fallback={<Skeleton flex={1} mih={300} radius="lg" />}>
          <Grid
            ref={grid}
            day={day}
            dayStart={dayStart}
            columns={columns}
            entries={entries}
            slotHeight={slotHeight}
            viewerTime={viewerTime}
            language={language}
            snap={snap}
            words={{ ...t, hint: t.gridHint(snap) }}
            selectedId={selectedId}
            foundId={foundId}
            chosenIds={selection.ids}
            onChoose={selection.choose}
            canWrite={canWrite}
            onOpen={onOpen}
            onCreate={onCreate}
            onChange={moves.change}
            onDrag={showDrag}
            onKeyMove={moves.byKey}
            onDuplicate={duplicate}
            onTouch={moves.prepare}
          />
        </Suspense>
      )}
      <Tray
        programme={programme}
        grid={grid}
        canWrite={canWrite && !isPhone}
        isShown={isShown}
        foundId={foundId}
        onOpen={onOpen}
        onPlace={moves.change}
        preview={preview}
        readout={readout}
      />
      {canWrite && <SelectionBar programme={programme} columns={columns} selection={selection} moves={moves} />}
      <PrintDay day={day} entries={entries} columns={columns} />
      <DragReadout ref={readout} />
      {region}
      {moves.conflict}
    </div>
  )
})

function filterOf({ q, status, categoryIds, interestPointId }: SearchValues): SessionFilter {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    text: typeof q === 'number' ? String(q) : text(q),
    status: text(status),
    categoryId: text(categoryIds),
    placeId: text(interestPointId),
  }
}

/** The time zone of the viewer, when its offset differs from that of the broadcast on that day. */
function useViewerZone(zone: string, day: string): string | undefined {
  const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const noonMs = Date.parse(`${day}T12:00:00Z`)
  const isSame = Number.isNaN(noonMs) || zoneOffsetMs(noonMs, zone) === zoneOffsetMs(noonMs, viewerZone)
  return isSame ? undefined : viewerZone
}

const heights = [16, 24, 34, 50, 76]
const usualHeight = 2
const zoomKey = 'marquee:programme:zoom'

/** The height of half an hour; stored in the browser. */
function useZoom() {
  const [at, setAt] = useState(() => {
    const kept = Number(localStorage.getItem(zoomKey) ?? usualHeight)
    return heights[kept] === undefined ? usualHeight : kept
  })
  const zoom = useMemo(() => {
    const change = (by: number) => {
      const next = Math.min(Math.max(at + by, 0), heights.length - 1)
      localStorage.setItem(zoomKey, String(next))
      setAt(next)
    }
    return { canIn: at < heights.length - 1, canOut: at > 0, change }
  }, [at])
  return [heights[at] ?? 34, zoom] as const
}

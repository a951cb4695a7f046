import type { Calendar } from '@event-calendar/core'
import { type CardWords, cardOf } from './card.ts'
import type { Column } from './columns.ts'
import type { Entry } from './entries.ts'
import type { GridProps } from './grid-props.ts'
import type { Change } from './moves.ts'
import type { Drawn } from './use-preview.ts'

interface CalendarHandlers {
  /** All sessions are rendered. */
  onDrawn: () => void
  /** A drag or resize starts. */
  onGrab: () => void
  /** A step of a drag or resize; without an event when the grid scrolls below the pointer. */
  onStep: (event: DragEvent, id: string, change: Change) => void
  onDraw: (event: DragEvent, drawn: Drawn) => void
}

/** The options of the calendar. Unchanged values keep their identity, so that the calendar does not redraw them. */
export function calendarOptions(
  now: () => GridProps,
  scrollTime: string,
  /** The entries near the visible part of the day. */
  shown: readonly Entry[],
  handlers?: CalendarHandlers,
): Calendar.Options {
  const { day, dayStart, columns, entries, slotHeight, language, canWrite, selectedId, foundId, viewerTime, snap } =
    now()
  const chosen = new Set(now().chosenIds)
  const [hours = 0, minutes = 0] = dayStart.split(':').map(Number)
  return {
    view: 'resourceTimeGridDay',
    headerToolbar: { start: '', center: '', end: '' },
    height: '100%',
    customScrollbars: false,
    theme: lightOnDrags,
    date: day,
    locale: language,
    slotMinTime: `${dayStart}:00`,
    slotMaxTime: `${hours + 24}:${minutes}:00`,
    slotDuration: '00:30:00',
    slotLabelInterval: '01:00:00',
    slotLabelFormat: slotLabel(viewerTime),
    slotHeight,
    slotEventOverlap: false,
    snapDuration: `00:${String(snap).padStart(2, '0')}:00`,
    scrollTime,
    columnWidth: columns.length > fewColumns ? `${columnWidth}px` : 'minmax(150px, 1fr)',
    nowIndicator: true,
    allDaySlot: entries.some(({ isAllDay }) => isAllDay),
    allDayContent: () => now().words.allDay,
    resources: columns.map(resourceOf),
    events: shown.map((entry) => eventOf(entry, entry.id === selectedId, entry.id === foundId, chosen.has(entry.id))),
    editable: canWrite,
    eventResizableFromStart: true,
    eventDragMinDistance: 4,
    eventLongPressDelay: 350,
    selectable: canWrite,
    selectMinDistance: 6,
    selectBackgroundColor: 'transparent',
    // Called at every step of a drag, with the position that it would get.
    dragConstraint: ({ event, oldEvent, jsEvent, delta, newResource }) => {
      handlers?.onStep(jsEvent, String(event.id), moveOf(delta, newResource?.id, jsEvent))
      return event.allDay === oldEvent.allDay
    },
    resizeConstraint: (info) => {
      handlers?.onStep(info.jsEvent, String(info.event.id), resizeOf(info))
      return true
    },
    selectConstraint: ({ startStr, endStr, resource, jsEvent }) => {
      if (resource) handlers?.onDraw(jsEvent, { start: startStr, end: endStr, columnId: resource.id })
      return true
    },
    // The cards format their times themselves; the library would format all of them at every step of a drag.
    eventTimeFormat: () => '',
    eventContent: ({ event }) => {
      const entry = entryIn(event)
      // The dragged card shows the times that it would have.
      if (event.display === 'preview') return { domNodes: cardOf({ ...entry, times: timesOf(event) }, now().words) }
      return entry && { domNodes: keptCard(entry, now().words) }
    },
    resourceLabelDidMount: ({ el }) => readAsText(el),
    eventDidMount: ({ event, el }) => {
      const entry = entryIn(event)
      if (entry) el.dataset.session = entry.id
    },
    eventDragStart: () => handlers?.onGrab(),
    eventResizeStart: () => handlers?.onGrab(),
    eventAllUpdated: () => handlers?.onDrawn(),
    eventClick: ({ event, jsEvent }) => {
      const how = canWrite ? choosing(jsEvent) : undefined
      if (how) now().onChoose(how, String(event.id))
      else now().onOpen(String(event.id))
    },
    dateClick: ({ dateStr, allDay, resource }) => {
      if (canWriteAt(now(), allDay) && resource) now().onCreate(dateStr, undefined, resource.id)
    },
    select: ({ startStr, endStr, allDay, resource }) => {
      if (canWriteAt(now(), allDay)) now().onCreate(startStr, endStr, resource.id)
    },
    eventDrop: ({ event, delta, newResource, jsEvent, revert }) => {
      const change = moveOf(delta, newResource?.id, jsEvent)
      if (change.type === 'unschedule') revert()
      now().onChange(String(event.id), change)
    },
    eventResize: (info) => now().onChange(String(info.event.id), resizeOf(info)),
  }
}

/** A click with Ctrl, Command or Shift and the space bar select; a plain click and Enter open. */
function choosing(event: Event): 'toggle' | 'extend' | undefined {
  if (!(event instanceof MouseEvent || event instanceof KeyboardEvent)) return undefined
  if (event.shiftKey) return 'extend'
  const isSpace = event instanceof KeyboardEvent && event.key === ' '
  return isSpace || event.ctrlKey || event.metaKey ? 'toggle' : undefined
}

/** The library passes the event of the pointer, and none when the grid scrolls below it. */
type DragEvent = Event | undefined

/** Up to this number, columns share the width; more have a fixed one. */
export const fewColumns = 6
export const columnWidth = 158

/** The place for sessions without a time; a session that is dropped there loses its own. */
const traySelector = '.programme-tray'

function moveOf({ days, seconds }: Calendar.Duration, columnId: string | undefined, event: DragEvent): Change {
  const below = event instanceof MouseEvent ? document.elementFromPoint(event.clientX, event.clientY) : null
  if (below?.closest(traySelector)) return { type: 'unschedule' }
  return { type: 'move', byMs: (days * 86_400 + seconds) * 1_000, columnId }
}

function resizeOf(info: Calendar.EventResizeInfo | Omit<Calendar.EventResizeInfo, 'revert'>): Change {
  const { startDelta, endDelta } = info as { startDelta?: Calendar.Duration; endDelta: Calendar.Duration }
  return { type: 'resize', startByMs: (startDelta?.seconds ?? 0) * 1_000, endByMs: endDelta.seconds * 1_000 }
}

/** The library's dates have the parts of the broadcast's zone. */
function timesOf({ start, end }: Calendar.Event): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const time = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
  return `${time(start)}–${time(end)}`
}

/**
 * During a drag the library changes the cursor of everything inside the calendar with a class on its root: the browser
 * then recalculates the style of every element when a drag begins and ends. Ours styles only the dragged element.
 */
const lightOnDrags = (theme: Calendar.Theme): Calendar.Theme => ({
  ...theme,
  dragging: 'is-dragging',
  resizingY: 'is-resizing',
  notAllowed: 'is-refused',
})

/** The library reads its labels back after every change with a property that forces a layout of the whole page. */
function readAsText(label: HTMLElement): void {
  Object.defineProperty(label, 'innerText', {
    get: () => label.textContent,
    set: (text: string) => {
      label.textContent = text
    },
  })
}

const canWriteAt = ({ canWrite }: GridProps, allDay: boolean) => canWrite && !allDay

/** One object per entry and look, as long as the entry is unchanged. */
const eventsByEntry = new WeakMap<Entry, Map<string, Calendar.EventInput>>()

export function eventOf(entry: Entry, isSelected: boolean, isFound: boolean, isChosen = false): Calendar.EventInput {
  const known = eventsByEntry.get(entry) ?? new Map<string, Calendar.EventInput>()
  const look = `${isSelected} ${isFound} ${isChosen}`
  const event = known.get(look) ?? makeEvent(entry, isSelected, isFound, isChosen)
  known.set(look, event)
  eventsByEntry.set(entry, known)
  return event
}

function makeEvent(entry: Entry, isSelected: boolean, isFound: boolean, isChosen: boolean): Calendar.EventInput {
  const states = {
    'is-draft': entry.isDraft,
    'is-clashing': entry.isClashing,
    'is-open-ended': entry.isOpenEnded,
    'is-cancelled': entry.isCancelled,
    'is-selected': isSelected,
    'is-found': isFound,
    'is-chosen': isChosen,
    'is-short': Date.parse(`${entry.end}Z`) - Date.parse(`${entry.start}Z`) <= 1_800_000,
  }
  return {
    id: entry.id,
    start: entry.start,
    end: entry.end,
    allDay: entry.isAllDay,
    resourceIds: [entry.columnId],
    title: entry.title,
    classNames: Object.entries(states).flatMap(([name, isOn]) => (isOn ? [name] : [])),
    styles: entry.color ? [`--session-color:${entry.color}`] : [],
    extendedProps: { entry },
  }
}

function entryIn({ extendedProps }: Calendar.Event): Entry | undefined {
  return extendedProps.entry as Entry | undefined
}

/** The card of an entry is created once, and again when the language changes. */
function keptCard(entry: Entry, words: CardWords): Node[] {
  const known = cards.get(entry)
  if (known?.words === words.draft) return known.nodes
  const nodes = cardOf(entry, words)
  cards.set(entry, { words: words.draft, nodes })
  return nodes
}

const cards = new WeakMap<Entry, { words: string; nodes: Node[] }>()

/** One object per place and name: the number of sessions does not concern the calendar. */
function resourceOf({ id, title }: Column): Calendar.ResourceInput {
  const known = resources.get(id)
  if (known?.title === title) return known
  const resource = { id, title }
  resources.set(id, resource)
  return resource
}

const resources = new Map<string, Calendar.ResourceInput>()

const labels = new Map<GridProps['viewerTime'], (date: Date) => Calendar.Content>()

/** The hour, and in small that of the viewer's zone. The date passed with it is not that of the day. */
function slotLabel(viewerTime: GridProps['viewerTime']): (date: Date) => Calendar.Content {
  const known = labels.get(viewerTime)
  if (known) return known
  const two = (n: number) => String(n).padStart(2, '0')
  const label = (date: Date): Calendar.Content => {
    const time = `${two(date.getHours())}:${two(date.getMinutes())}`
    const main = document.createElement('span')
    main.textContent = time
    if (!viewerTime) return { domNodes: [main] }
    const own = document.createElement('small')
    own.textContent = viewerTime(time)
    return { domNodes: [main, own] }
  }
  labels.clear()
  labels.set(viewerTime, label)
  return label
}

/** The initial scroll position of a day: a little before its first session. */
export function openingTime({ entries, day, dayStart }: GridProps): string {
  const first = entries
    .filter(({ isAllDay }) => !isAllDay)
    .reduce((found, { start }) => (start < found ? start : found), '9')
  if (first === '9') return `${dayStart}:00`
  const hour = Number(first.slice(11, 13)) + (first.slice(0, 10) > day ? 24 : 0)
  return `${Math.max(hour - 1, Number(dayStart.slice(0, 2)))}:30:00`
}

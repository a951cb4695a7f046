import type { Column } from './columns.ts'
import type { Entry } from './entries.ts'

/** The part of the day that is drawn: columns by their index, and hours since the start of the day, both up to the end. */
export interface GridWindow {
  fromColumn: number
  toColumn: number
  fromHour: number
  toHour: number
}

/** The visible part of the grid in pixels. */
export interface Viewport {
  left: number
  top: number
  width: number
  height: number
  columnWidth: number
  /** The height of half an hour. */
  slotHeight: number
}

/** Whole columns and hours, and one more on each side, so that a little scrolling changes nothing. */
export function windowOf({ left, top, width, height, columnWidth, slotHeight }: Viewport): GridWindow {
  const hourHeight = 2 * slotHeight
  return {
    fromColumn: Math.floor(left / columnWidth) - 1,
    toColumn: Math.ceil((left + width) / columnWidth) + 1,
    fromHour: Math.floor(top / hourHeight) - 1,
    toHour: Math.ceil((top + height) / hourHeight) + 1,
  }
}

export const isSameWindow = (one: GridWindow, other: GridWindow) =>
  one.fromColumn === other.fromColumn &&
  one.toColumn === other.toColumn &&
  one.fromHour === other.fromHour &&
  one.toHour === other.toHour

interface Day {
  day: string
  /** `06:00` */
  dayStart: string
  columns: readonly Column[]
  entries: readonly Entry[]
}

/**
 * The entries in a window, and the `kept` ones. Sessions that overlap are laid out side by side, so that one of them brings all
 * of them: else a card would change its width while the grid scrolls.
 */
export function entriesIn(
  { day, dayStart, columns, entries }: Day,
  { fromColumn, toColumn, fromHour, toHour }: GridWindow,
  kept: ReadonlySet<string | undefined>,
): Entry[] {
  const startMs = Date.parse(`${day}T${dayStart}:00Z`)
  const [fromMs, toMs] = [startMs + fromHour * hourMs, startMs + toHour * hourMs]
  const shownColumns = new Set(columns.slice(Math.max(fromColumn, 0), Math.max(toColumn, 0)).map(({ id }) => id))
  const shown = new Set<Entry>(entries.filter(({ id }) => kept.has(id)))
  for (const group of overlapping(entries)) {
    const isNear = group.some(
      ({ columnId, isAllDay, start, end }) =>
        shownColumns.has(columnId) && (isAllDay || (msOf(start) < toMs && msOf(end) >= fromMs)),
    )
    const isKept = group.some((entry) => shown.has(entry))
    if (isNear || isKept) for (const entry of group) shown.add(entry)
  }
  return entries.filter((entry) => shown.has(entry))
}

/** The position of an entry, to scroll to it. */
export function positionOf({ day, dayStart, columns }: Omit<Day, 'entries'>, { columnId, start }: Entry) {
  const column = columns.findIndex(({ id }) => id === columnId)
  return { column, hours: (msOf(start) - Date.parse(`${day}T${dayStart}:00Z`)) / hourMs }
}

/** The entries in the order of the Tab key: by start, and then by column. */
export function inTabOrder(columns: readonly Column[], entries: readonly Entry[]): Entry[] {
  const places = new Map(columns.map(({ id }, at) => [id, at]))
  const placeOf = ({ columnId }: Entry) => places.get(columnId) ?? 0
  return entries.toSorted((one, other) =>
    one.start === other.start ? placeOf(one) - placeOf(other) : one.start < other.start ? -1 : 1,
  )
}

/** Entries of a column that overlap, directly or by others between them. */
function overlapping(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  const open = new Map<string, { group: Entry[]; end: string }>()
  for (const entry of entries.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const known = open.get(entry.columnId)
    if (!entry.isAllDay && known && entry.start < known.end) {
      known.group.push(entry)
      if (entry.end > known.end) known.end = entry.end
      continue
    }
    const group = [entry]
    groups.push(group)
    if (!entry.isAllDay) open.set(entry.columnId, { group, end: entry.end })
  }
  return groups
}

const hourMs = 3_600_000
const msOf = (wall: string) => Date.parse(`${wall}Z`)

import { type Calendar, createCalendar, destroyCalendar, Interaction, ResourceTimeGrid } from '@event-calendar/core'
import '@event-calendar/core/index.css'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { Entry } from './entries.ts'
import { focusOn, isFocusLost, localIso, nameRoles, sessionAt } from './grid-dom.ts'
import { calendarOptions, openingTime } from './grid-options.ts'
import type { GridProps } from './grid-props.ts'
import { useGridDrag } from './use-grid-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridWindow } from './use-grid-window.ts'
import './grid.css'

/** A day with its stages as columns. The calendar library owns the DOM inside and receives the changes. */
export default function Grid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const calendar = useRef<Calendar>(undefined)
  const applied = useRef<Calendar.Options>({})
  const latest = useRef(props)
  latest.current = props
  // Moving the first session of the day must not scroll the view.
  const opening = useRef({ day: '', time: '' })
  if (opening.current.day !== props.day) opening.current = { day: props.day, time: openingTime(props) }

  // A session that changes, by any actor, is rendered again and loses the focus. Until it is focused again, key presses
  // on the body are handled as if it were.
  const focusedId = useRef<string>(undefined)

  const applyNow = useRef(() => {})
  const shownWindow = useGridWindow(box, latest, applyNow)
  const { draggedId, ...dragging } = useGridDrag(latest)
  const appliedDay = useRef('')
  /** A session to be scrolled to, as soon as its day is drawn. */
  const wanted = useRef<string>(undefined)
  /** Sessions that stay drawn when they are scrolled away: the library and the keyboard refer to them. */
  const kept = () => new Set([focusedId.current, latest.current.selectedId, latest.current.foundId, draggedId.current])

  // The calendar lives as long as the element; it reads the latest callbacks from a ref.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only refs
  useEffect(() => {
    if (!box.current) return
    const target = box.current
    shownWindow.openAt(opening.current.time)
    appliedDay.current = latest.current.day
    const options = calendarOptions(() => latest.current, opening.current.time, shownWindow.entries(kept()), {
      onDrawn() {
        nameRoles(target)
        if (focusedId.current !== undefined && isFocusLost()) focusOn(target, focusedId.current)
      },
      ...dragging,
      // Blurs the session first, as a blur during the drag would force a layout of the whole day.
      onGrab() {
        focusedId.current = undefined
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
    })
    const made = createCalendar(target, [ResourceTimeGrid, Interaction], options)
    calendar.current = made
    applied.current = options
    return () => {
      calendar.current = undefined
      void destroyCalendar(made)
    }
  }, [])

  applyNow.current = () => {
    const isNewDay = appliedDay.current !== latest.current.day
    appliedDay.current = latest.current.day
    if (isNewDay) shownWindow.openAt(opening.current.time)
    else shownWindow.hasMoved()
    const fresh = calendarOptions(() => latest.current, opening.current.time, shownWindow.entries(kept()))
    for (const name of followed) {
      if (isAlike(applied.current[name], fresh[name])) continue
      if (name === 'events' && !isNewDay) exchange(calendar.current, applied.current.events, fresh.events)
      else calendar.current?.setOption(name, fresh[name])
    }
    applied.current = fresh
  }

  useEffect(() => {
    let frame = 0
    // In a separate task from the rendering around it, so that neither blocks input for long.
    const timer = setTimeout(() => {
      applyNow.current()
      // The calendar renders asynchronously, and scrolls a new day to its first session.
      frame = requestAnimationFrame(() => {
        if (box.current) nameRoles(box.current)
        if (focusedId.current !== undefined && isFocusLost() && box.current) focusOn(box.current, focusedId.current)
        const entry = latest.current.entries.find(({ id }) => id === wanted.current)
        if (!entry) return
        wanted.current = undefined
        shownWindow.reveal(entry)
      })
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  })

  // The form beside takes some of the width; its session stays in view. So does the match of a search.
  const { selectedId, foundId } = props
  useEffect(() => {
    if (selectedId !== undefined) wanted.current = selectedId
    // The drawn slot is shown as long as its form is open.
    if (selectedId !== 'new') calendar.current?.unselect()
  }, [selectedId])
  useEffect(() => {
    if (foundId !== undefined) wanted.current = foundId
  }, [foundId])

  useImperativeHandle(props.ref, () => ({
    at(x, y) {
      const found = calendar.current?.dateFromPoint(x, y)
      return found?.resource && !found.allDay
        ? { wall: found.dateStr ?? localIso(found.date), columnId: found.resource.id }
        : undefined
    },
  }))

  const tabTo = (next: Entry) => {
    const target = box.current
    if (!target) return
    shownWindow.reveal(next)
    applyNow.current()
    requestAnimationFrame(() => focusOn(target, next.id))
  }
  useGridKeys(latest, focusedId, tabTo)
  const touch = (target: EventTarget) => {
    const id = sessionAt(target)
    if (id !== undefined) latest.current.onTouch(id)
  }
  return (
    <section
      className="programme-grid"
      aria-label={props.words.grid}
      aria-description={props.canWrite ? props.words.hint : undefined}
      onPointerDown={(event) => touch(event.target)}
      onFocus={(event) => {
        focusedId.current = sessionAt(event.target)
        touch(event.target)
      }}
      ref={box}
    />
  )
}

/** The options that may change while the calendar is mounted. */
const followed = [
  'date',
  'resources',
  'events',
  'slotHeight',
  'slotMinTime',
  'slotMaxTime',
  'snapDuration',
  'scrollTime',
  'allDaySlot',
  'locale',
  'editable',
  'selectable',
  'columnWidth',
  'slotLabelFormat',
] as const

/** Setting an unchanged option would redraw everything. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((item, at) => item === other[at])
}

type Events = (Calendar.Event | Calendar.EventInput)[]

/** Adds, updates and removes single events; replacing the list would draw all of them again. */
function exchange(calendar: Calendar | undefined, before: Events = [], after: Events = []): void {
  const old = new Map(before.map((event) => [event.id, event]))
  for (const event of after) {
    const known = old.get(event.id)
    if (!known) calendar?.addEvent(event as Calendar.EventInput)
    else if (known !== event) calendar?.updateEvent(event)
    old.delete(event.id)
  }
  for (const id of old.keys()) calendar?.removeEventById(String(id))
}

import { type Calendar, createCalendar, destroyCalendar, Interaction, ResourceTimeGrid } from '@event-calendar/core'
import '@event-calendar/core/index.css'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { calendarOptions, openingTime } from './grid-options.ts'
import type { Drag, GridProps } from './grid-props.ts'
import { keyMove, unscheduleKey } from './keys.ts'
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

  // The grid may scroll below a pointer that rests.
  const pointer = useRef({ x: 0, y: 0 })
  const drag = (event: Event | undefined, dragOf: (at: { x: number; y: number }) => Drag) => {
    if (event instanceof MouseEvent) pointer.current = { x: event.clientX, y: event.clientY }
    latest.current.onDrag(dragOf(pointer.current))
  }

  // The calendar lives as long as the element; it reads the latest callbacks from a ref.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only refs
  useEffect(() => {
    if (!box.current) return
    const target = box.current
    const options = calendarOptions(() => latest.current, opening.current.time, {
      onDrawn() {
        nameRoles(target)
        if (focusedId.current !== undefined && isFocusLost()) focusOn(target, focusedId.current)
      },
      onStep: (event, id, change) => drag(event, (at) => ({ ...at, id, change })),
      onDraw: (event, drawn) => drag(event, (at) => ({ ...at, drawn })),
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

  useEffect(() => {
    let frame = 0
    const apply = () => {
      const fresh = calendarOptions(() => latest.current, opening.current.time)
      for (const name of followed) {
        if (isAlike(applied.current[name], fresh[name])) continue
        const changed = name === 'events' ? fewChanged(applied.current.events, fresh.events) : undefined
        if (changed) for (const event of changed) calendar.current?.updateEvent(event)
        else calendar.current?.setOption(name, fresh[name])
      }
      applied.current = fresh
      // The calendar renders asynchronously.
      frame = requestAnimationFrame(() => {
        if (focusedId.current !== undefined && isFocusLost() && box.current) focusOn(box.current, focusedId.current)
      })
    }
    // In a separate task from the rendering around it, so that neither blocks input for long.
    const timer = setTimeout(apply)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  })

  const { selectedId } = props
  useEffect(() => {
    // The form beside takes some of the width; its session stays in view.
    if (selectedId === undefined) return
    const frame = requestAnimationFrame(() => {
      box.current?.querySelector('.is-selected')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [selectedId])

  useImperativeHandle(props.ref, () => ({
    at(x, y) {
      const found = calendar.current?.dateFromPoint(x, y)
      return found?.resource && !found.allDay
        ? { wall: found.dateStr ?? localIso(found.date), columnId: found.resource.id }
        : undefined
    },
  }))

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isLost = isFocusLost()
      if (!isLost) focusedId.current = event.target ? sessionAt(event.target) : undefined
      const id = focusedId.current
      if (id === undefined) return
      if (isLost && event.key === 'Enter') latest.current.onOpen(id)
      if (!latest.current.canWrite) return
      const move = keyMove(event, latest.current.snap)
      if (!move && event.key !== unscheduleKey) return
      event.preventDefault()
      if (move) latest.current.onKeyMove(id, move)
      else latest.current.onChange(id, { type: 'unschedule' })
    }
    const release = () => {
      focusedId.current = undefined
    }
    document.addEventListener('keydown', press)
    const stop = () => latest.current.onDrag(undefined)
    document.addEventListener('pointerdown', release)
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
    return () => {
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', release)
    }
  }, [])
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

/** The events that differ, when they are few and all others stay; undefined when the whole list is to be replaced. */
function fewChanged(before: Events = [], after: Events = []): Events | undefined {
  if (before.length !== after.length) return undefined
  const changed: Events = []
  for (const [at, event] of after.entries()) {
    const old = before[at]
    if (old?.id !== event.id || changed.length > 40) return undefined
    if (old !== event) changed.push(event)
  }
  return changed
}

const isFocusLost = () => document.activeElement === document.body

function focusOn(box: Element, sessionId: string): void {
  box.querySelector<HTMLElement>(`[data-session="${CSS.escape(sessionId)}"]`)?.focus()
}

/** The library marks it up as a table of buttons, which is invalid ARIA; it is a grid whose cells are the sessions. */
function nameRoles(box: Element): void {
  box.querySelector('.ec')?.setAttribute('role', 'grid')
  for (const session of box.querySelectorAll('[data-session]')) {
    session.setAttribute('role', 'gridcell')
    session.parentElement?.setAttribute('role', 'row')
  }
}

function sessionAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-session]')?.dataset.session : undefined
}

/** The calendar returns dates whose local parts are those of its zone. */
function localIso(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:00`
}

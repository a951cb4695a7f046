import { useCallback, useMemo } from 'react'
import { useNewDrafts } from '../../data/new-drafts.ts'
import { type SearchValues, useGo } from '../../ui/navigation.tsx'
import { dayOf } from '../../ui/zoned.ts'
import { noPlace } from './columns.ts'
import { timeAt } from './moves.ts'

interface Place {
  recordId: string | undefined
  values: SearchValues
  zone: string
  dayStart: string
}

/**
 * The new session of the URL. Each drawn slot has a draft of its own, so that none overwrites another. Buttons that name no
 * slot continue the newest unsaved one.
 */
export function useNewSession({ recordId, values, zone, dayStart }: Place) {
  const go = useGo()
  const drafts = useNewDrafts('broadcastSession')
  const isOpen = recordId === 'new'
  const asked = textIn(values.draft)
  const start = textIn(values.start)
  const slot = start && `${start} ${textIn(values.at) ?? ''}`.trim()
  // Read when it opens: a draft that is written meanwhile is the one that is open.
  const found = useMemo(() => {
    const stored = isOpen ? drafts.read() : []
    const wanted = asked ?? slot
    const known = wanted === undefined ? stored[0] : stored.find(({ name }) => name === wanted)
    return { name: wanted ?? known?.name ?? '', known }
  }, [isOpen, asked, slot, drafts])
  const instant = Object(found.known?.values.time).start
  const day = typeof instant === 'string' ? dayOf(instant, zone, dayStart) : undefined

  const open = useCallback(
    (search: SearchValues) => {
      // The form that is open is the new session.
      if (isOpen && search.start === undefined && search.draft === undefined) return focusFirstField()
      void go('programme', 'new', { search: withoutEmpty({ ...withoutSlot(values), ...search }) })
    },
    [go, isOpen, values],
  )
  return { name: found.name, isRestored: found.known !== undefined, day, open }
}

/** A new session starts with the time and place that were drawn, else at noon. */
export function initialSession(values: SearchValues, day: string, zone: string): Record<string, unknown> {
  const start = textIn(values.start) ?? `${day}T12:00:00`
  const [end, at] = [textIn(values.end), textIn(values.at)]
  const lengthMs = end ? Date.parse(`${end}Z`) - Date.parse(`${start}Z`) : usualLengthMs
  return {
    ...(!Number.isNaN(Date.parse(`${start}Z`)) && { time: timeAt(start, lengthMs || usualLengthMs, zone) }),
    ...(at && at !== noPlace && { interestPointId: at }),
  }
}

const usualLengthMs = 3_600_000

/** The state in the URL without that of a new session. */
export function withoutSlot({ start: _start, end: _end, at: _at, draft: _draft, ...rest }: SearchValues): SearchValues {
  return rest
}

const focusFirstField = () => document.querySelector<HTMLElement>('[data-panel] [data-autofocus]')?.focus()
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const withoutEmpty = (values: SearchValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

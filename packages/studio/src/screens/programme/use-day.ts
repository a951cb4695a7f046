import { startOfDay } from '@marquee/model'
import { useMemo, useRef } from 'react'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { type Column, columnsOf, noPlace } from './columns.ts'
import { shiftDay } from './days.ts'
import { type Entry, entryOf } from './entries.ts'
import { isWanted, type SessionFilter, slotOf } from './sessions.ts'
import { keepOrder, keepSame } from './stable.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

/** The entries and columns of a day. Unchanged ones keep their identity. */
export function useDay(programme: Programme, day: string, filter: SessionFilter, addedPlaces: readonly string[]) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { sessions, zone, dayStart, nameOf, wordsOf, colorOf, clashing, placeNames, placeOrders } = programme
  const { text, status, categoryId, placeId } = filter
  const before = useRef<{ day: string; entries: Entry[]; columns: Column[]; orders?: unknown }>({
    day: '',
    entries: [],
    columns: [],
  })

  const ofDay = useMemo(() => {
    const fromMs = Date.parse(startOfDay(day, dayStart, zone) ?? `${day}T00:00:00Z`)
    const toMs = Date.parse(startOfDay(shiftDay(day, 1), dayStart, zone) ?? `${shiftDay(day, 1)}T00:00:00Z`)
    // Sessions that started the evening before and still run are shown, too.
    return sessions.filter((session) => {
      const slot = slotOf(session)
      return slot && slot.startMs < toMs && (slot.endMs > fromMs || slot.startMs >= fromMs)
    })
  }, [sessions, day, dayStart, zone])

  const wanted = useMemo(
    () => ofDay.filter((session) => isWanted(session, wordsOf(session), { text, status, categoryId, placeId })),
    [ofDay, wordsOf, text, status, categoryId, placeId],
  )
  const entries = useMemo(() => {
    const made = wanted.flatMap((session) => entryOf(session, { zone, nameOf, colorOf, clashing }) ?? [])
    // Sorted by id, so that a session that changes its time keeps its position in the list.
    made.sort((one, other) => (one.id < other.id ? -1 : 1))
    before.current.entries = keepSame(before.current.entries, made)
    return before.current.entries
  }, [wanted, zone, nameOf, colorOf, clashing])
  const columns = useMemo(() => {
    const placeName = (id: string) => (id === noPlace ? t.noPlace : (placeNames.get(id) ?? '…'))
    const shown = { sessions: wanted, all: sessions, added: addedPlaces, only: placeId, nameOf: placeName }
    const fresh = columnsOf({ ...shown, orders: placeOrders, noPlaceTitle: t.noPlace, language })
    // A stage that loses its last session keeps its column while the day is open.
    const isSameDay =
      before.current.day === day && before.current.orders === placeOrders && before.current.columns.length > 1
    before.current.day = day
    before.current.orders = placeOrders
    before.current.columns = keepSame(
      before.current.columns,
      isSameDay ? keepOrder(before.current.columns, fresh) : fresh,
    )
    return before.current.columns
  }, [day, wanted, sessions, addedPlaces, placeId, placeNames, placeOrders, language, t])
  return { entries, columns, total: ofDay.length }
}

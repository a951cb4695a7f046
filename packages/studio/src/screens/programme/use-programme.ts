import { isColor } from '@marquee/app/color'
import { useMemo } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { folded, nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage } from '../../texts/language.tsx'
import { clashingIds, findClashes, type Timed } from './clashes.ts'
import { daysOfSessions, listDays } from './days.ts'
import { listedFields, type Session, slotOf } from './sessions.ts'

export type Programme = ReturnType<typeof useProgramme>['programme']

/** The whole programme with derived data. A thousand sessions are read once; switching days needs no request. */
export function useProgramme() {
  const { timezone: zone, record } = useBroadcast()
  const { language } = useLanguage()
  const { untitled } = useCommon()
  const { dayStart, dates } = record
  const found = useAllRecords('broadcastSession', sessionQuery)
  const places = useAllRecords('broadcastInterestPoint', placeQuery)
  const categories = useAllRecords('broadcastCategory', colorQuery)
  // Hints and the search name hosts; the grid is drawn without waiting for them.
  const hosts = useAllRecords('broadcastHost', nameQuery)
  const sessions = found.records

  const placeNames = useMemo(
    () => new Map(places.records.map((one) => [one._id, nameOf('broadcastInterestPoint', one, language) || untitled])),
    [places.records, language, untitled],
  )
  const orders = JSON.stringify(places.records.flatMap(({ _id, order }) => (order === null ? [] : [[_id, order]])))
  // The same as long as no order changes, so that columns are moved only then.
  const placeOrders = useMemo(() => new Map<string, number>(JSON.parse(orders)), [orders])
  // In the main language, for visitors.
  const titleOfPlace = useMemo(() => {
    const titles = new Map(places.records.map(({ _id, title }) => [_id, title]))
    return (id: string | null | undefined) => titles.get(id ?? '') ?? null
  }, [places.records])
  const categoryById = useMemo(() => new Map(categories.records.map((one) => [one._id, one])), [categories.records])
  const dayById = useMemo(() => daysOfSessions(sessions, { zone, dayStart }), [sessions, zone, dayStart])
  const days = useMemo(() => listDays(sessions, dayById, dates), [sessions, dayById, dates])
  const byId = useMemo(() => new Map(sessions.map((one) => [one._id, one])), [sessions])
  const hostNames = useMemo(
    () => new Map(hosts.records.map((one) => [one._id, nameOf('broadcastHost', one, language) || untitled])),
    [hosts.records, language, untitled],
  )
  const timed = useMemo(() => sessions.flatMap(timedOf), [sessions])
  const clashes = useMemo(() => findClashes(timed), [timed])
  const clashing = useMemo(() => clashingIds(clashes), [clashes])
  const unscheduled = useMemo(() => sessions.filter(({ time }) => typeof time.start !== 'string'), [sessions])
  const words = useMemo(
    () => ({
      nameOf: (session: Session) => nameOf('broadcastSession', session, language) || untitled,
      colorOf: (session: Session) =>
        [...(session.categoryIds ?? []).map((id) => categoryById.get(id)?.color), session.color].find(isColor),
    }),
    [language, untitled, categoryById],
  )
  const wordsOf = useWords(categoryById, placeNames, hostNames, words.nameOf)
  const isPending = found.isPending || places.isPending || categories.isPending
  const error = found.error ?? places.error ?? categories.error
  const retry = () => void Promise.all([found.refetch(), places.refetch(), categories.refetch()])
  const derived = { byId, dayById, days, timed, clashes, clashing, unscheduled }
  const named = { placeNames, placeOrders, titleOfPlace, hostNames, categories: categories.records, ...words, wordsOf }
  const whole = { zone, dayStart, sessions, ...derived, ...named }
  // Keeps its identity while its values are unchanged, so that dependents are not redrawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its values are its dependencies
  const programme = useMemo(() => whole, Object.values(whole))
  return { programme, isPending, error, retry }
}

type Named = ReadonlyMap<string, Record<string, unknown>>
type Names = ReadonlyMap<string, string>

/** The names by which a search finds a session: its own and those of its place, hosts and categories, folded. */
function useWords(categories: Named, places: Names, hosts: Names, nameOfSession: (session: Session) => string) {
  const { language } = useLanguage()
  return useMemo(() => {
    const known = new WeakMap<Session, string>()
    return (session: Session): string => {
      const words =
        known.get(session) ??
        folded(
          [
            nameOfSession(session),
            places.get(session.interestPointId ?? ''),
            ...(session.hostIds ?? []).map((id) => hosts.get(id)),
            ...(session.categoryIds ?? []).map((id) => nameOf('broadcastCategory', categories.get(id) ?? {}, language)),
          ].join(' '),
        )
      known.set(session, words)
      return words
    }
  }, [categories, places, hosts, nameOfSession, language])
}

const sessionQuery = { sort: { 'time.start': 'asc' as const }, fields: listedFields }
const nameQuery = { sort: { title: 'asc' as const }, fields: ['title', 'localeDetails'] }
const placeQuery = { ...nameQuery, fields: [...nameQuery.fields, 'order'] }
const colorQuery = { sort: { title: 'asc' as const }, fields: ['title', 'color', 'localeDetails'] }

/** All-day sessions, such as an exhibition, do not occupy their place, and cancelled ones do not take place. */
export function timedOf(session: Session): Timed[] {
  const slot = slotOf(session)
  if (!slot || slot.isAllDay || session.cancelled) return []
  const { startMs, isOpenEnded } = slot
  const endMs = isOpenEnded ? startMs : slot.endMs
  return [{ id: session._id, startMs, endMs, placeId: session.interestPointId ?? null, hostIds: session.hostIds ?? [] }]
}

import { kindNames } from '../data/kinds.ts'
import { calendarOf, programmeOf } from '../data/programme.ts'
import { isCancelled } from '../data/session-state.ts'
import { textOr, wordsOf } from '../data/shown.ts'
import { find, type SiteData } from '../data/site-data.ts'
import { formatDay, formatTime } from '../format.ts'
import type { Texts } from '../texts/en.ts'

/** The changes of an update that the visitor gets to know: those of starred sessions, else that there were some. */
export function newsOf(
  before: SiteData,
  after: SiteData,
  favorites: ReadonlySet<string>,
  { locale, t }: { locale: string; t: Texts },
): string[] {
  const lines = [...favorites].flatMap((id) => changeOf(before, after, id, locale, t))
  if (lines.length > 0) return lines
  const isChanged =
    before.broadcast !== after.broadcast || kindNames.some((kind) => before.records[kind] !== after.records[kind])
  return isChanged ? [t.updated] : []
}

function changeOf(before: SiteData, after: SiteData, id: string, locale: string, t: Texts): string[] {
  const [was, is] = [find(before, 'session', id), find(after, 'session', id)]
  if (!was || was === is) return []
  const title = wordsOf(is ?? was, 'title', locale)
  if (!is) return [t.removed(title)]
  if (isCancelled(is)) return isCancelled(was) ? [] : [t.isCancelled(title)]
  const [slotWas, slotIs] = [programmeOf(before).byId.get(id), programmeOf(after).byId.get(id)]
  const isMoved = slotWas?.startMs !== slotIs?.startMs || slotWas?.isAllDay !== slotIs?.isAllDay
  const isElsewhere = textOr(was.interestPointId) !== textOr(is.interestPointId)
  const place = wordsOf(find(after, 'place', is.interestPointId), 'title', locale)
  const when = slotIs
    ? [formatDay(slotIs.day, locale), slotIs.isAllDay ? t.allDay : timeOf(after, slotIs.startMs, locale)].join(', ')
    : t.timeToCome
  return [
    ...(isCancelled(was) ? [t.isBack(title)] : []),
    ...(isMoved ? [t.moved(title, when)] : []),
    ...(isElsewhere && place !== '' ? [t.movedPlace(title, place)] : []),
  ]
}

const timeOf = (data: SiteData, ms: number, locale: string) => formatTime(ms, calendarOf(data).timezone, locale)

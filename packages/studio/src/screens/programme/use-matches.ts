import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import { matchesOf, nextMatch } from './matches.ts'
import { isNarrowed, type SessionFilter } from './sessions.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Reach {
  day: string
  language: string
  onDay: (day: string) => void
  say: (text: string) => void
}

/** What a search finds on all days, and the match that it has stepped to. Undefined matches: nothing is searched. */
export function useMatches(programme: Programme, filter: SessionFilter, { day, language, onDay, say }: Reach) {
  const t = useTexts(texts)
  const [foundId, setFoundId] = useState<string>()
  const isSearching = isNarrowed(filter)
  const matches = useMemo(
    () => (isSearching ? matchesOf(programme, filter) : undefined),
    [isSearching, programme, filter],
  )
  const perDay = useMemo(() => {
    if (!matches) return undefined
    const counts = new Map<string, number>()
    for (const match of matches) counts.set(match.day ?? '', (counts.get(match.day ?? '') ?? 0) + 1)
    return counts
  }, [matches])
  const at = matches?.findIndex(({ id }) => id === foundId) ?? -1
  const { byId, nameOf, zone } = programme

  const step = useCallback(
    (by: 1 | -1) => {
      const next = matches && nextMatch(matches, at, by, day)
      if (!matches || !next) return say(t.find.none)
      setFoundId(next.id)
      if (next.day !== undefined && next.day !== day) onDay(next.day)
      const session = byId.get(next.id)
      if (!session) return
      const { start } = session.time
      const when = start ? formatInstant(start, zone, language, dateFormats.compactWeekday) : t.tray.title
      say(t.find.at(matches.indexOf(next) + 1, matches.length, nameOf(session), when))
    },
    [matches, at, day, onDay, say, t, byId, nameOf, zone, language],
  )
  return { matches, perDay, at, foundId: at < 0 ? undefined : foundId, step }
}

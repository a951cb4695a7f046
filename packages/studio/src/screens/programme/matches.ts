import { isWanted, type Session, type SessionFilter } from './sessions.ts'

/** A session that a search finds; without a day when it is not scheduled. */
export interface Match {
  id: string
  day: string | undefined
}

interface Searched {
  sessions: readonly Session[]
  dayById: ReadonlyMap<string, string>
  wordsOf: (session: Session) => string
}

/** The sessions of all days that match, by start; those without a time come last. */
export function matchesOf({ sessions, dayById, wordsOf }: Searched, filter: SessionFilter): Match[] {
  const startOf = ({ time }: Session) => time.start ?? '~'
  return sessions
    .filter((session) => isWanted(session, wordsOf(session), filter))
    .sort((one, other) => (startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0))
    .map(({ _id }) => ({ id: _id, day: dayById.get(_id) }))
}

/** The next match, or the one before; after the last comes the first. The first step stays on the shown day, or goes on from it. */
export function nextMatch(matches: readonly Match[], at: number, by: 1 | -1, day: string): Match | undefined {
  if (at >= 0) return matches.at((at + by) % matches.length)
  const isFrom = (match: Match) => match.day === undefined || match.day >= day
  return by === 1
    ? (matches.find(isFrom) ?? matches[0])
    : (matches.findLast(({ day: own }) => own !== undefined && own <= day) ?? matches.at(-1))
}

import { useMemo } from 'react'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useQuickMove } from '../panel/quick-move.tsx'
import { type Column, noPlace } from './columns.ts'
import { entryOf } from './entries.ts'
import { type KeyMove, lengthOf, movedTime, resizedTime, timeAt } from './moves.ts'
import type { Session, SessionTime } from './sessions.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

/** Key presses within this time are saved together. */
const gatherMs = 600

/** Every way to move a session without its form. Each announces its result. */
export function useMoves(programme: Programme, columns: readonly Column[], say: (text: string) => void) {
  const t = useTexts(texts)
  const common = useCommon()
  const quick = useQuickMove('broadcastSession')
  return useMemo(() => {
    const { zone, byId, nameOf, colorOf, clashing, placeNames } = programme
    const placeName = (id: string | null | undefined) => (id ? (placeNames.get(id) ?? common.untitled) : t.noPlace)
    const put = (session: Session, patch: { time?: SessionTime; interestPointId?: string | null }, waitMs = 0) => {
      const after = { ...session, ...patch }
      const times = entryOf(after, { zone, nameOf, colorOf, clashing })?.times ?? ''
      const isLonger = patch.time !== undefined && lengthOf(patch.time) !== lengthOf(session.time) && session.time.start
      const text = isLonger
        ? t.resized(nameOf(session), times)
        : t.moved(nameOf(session), times, placeName(after.interestPointId))
      say(text)
      quick.move(session, patch, text, waitMs)
    }
    const withSession = (id: string, act: (session: Session) => void) => {
      const session = byId.get(id)
      // Key presses are faster than rendering.
      if (session) act(quick.shown(session))
    }
    const placeOf = (columnId: string) => (columnId === noPlace ? null : columnId)
    return {
      conflict: quick.conflict,
      prepare: quick.prepare,
      move: (id: string, byMs: number, columnId: string | undefined) =>
        withSession(id, (session) => {
          const time = byMs === 0 ? {} : { time: movedTime(session.time, byMs, zone) }
          put(session, { ...time, ...(columnId !== undefined && { interestPointId: placeOf(columnId) }) })
        }),
      resize: (id: string, startByMs: number, endByMs: number) =>
        withSession(id, (session) => put(session, { time: resizedTime(session.time, startByMs, endByMs, zone) })),
      place: (session: Session, wall: string, columnId: string) =>
        put(session, { time: timeAt(wall, lengthOf(session.time), zone), interestPointId: placeOf(columnId) }),
      byKey: (id: string, { minutes, columns: across, longerMinutes }: KeyMove) =>
        withSession(id, (session) => {
          if (across !== 0) {
            const at = columns.findIndex((column) => column.id === (session.interestPointId ?? noPlace))
            const next = columns[at + across]
            if (!next) return say(t.edge)
            return put(session, { interestPointId: placeOf(next.id) }, gatherMs)
          }
          const time =
            longerMinutes === 0
              ? movedTime(session.time, minutes * 60_000, zone)
              : resizedTime(session.time, 0, longerMinutes * 60_000, zone)
          put(session, { time }, gatherMs)
        }),
      later: (id: string, minutes: number) =>
        withSession(id, (session) => put(session, { time: movedTime(session.time, minutes * 60_000, zone) }, gatherMs)),
      setStatus: (id: string, status: 'draft' | 'published') =>
        withSession(id, (session) => {
          const text = status === 'published' ? t.published(nameOf(session)) : t.unpublished(nameOf(session))
          say(text)
          quick.move(session, { status }, text)
        }),
    }
  }, [programme, columns, say, t, common, quick])
}

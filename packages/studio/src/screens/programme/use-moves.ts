import { notifications } from '@mantine/notifications'
import { useCallback, useMemo } from 'react'
import { batchSize } from '../../data/bulk-update.ts'
import { isNamelessInPublic } from '../../kinds/nameless.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useQuickMove } from '../panel/quick-move.tsx'
import type { Direction } from '../panel/use-steps.ts'
import { type Column, noPlace } from './columns.ts'
import { entryOf } from './entries.ts'
import type { KeyMove } from './keys.ts'
import { movedFromOf } from './moved-from.ts'
import { type Change, lengthOf, movedTime, patchOf, placeOf, resizedTime } from './moves.ts'
import { selectionTexts } from './selection-texts.ts'
import type { Session, SessionTime } from './sessions.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

/** Key presses within this time are saved together. */
const gatherMs = 600

/** Saves changes of sessions that can be undone. */
export function useSessionMove(programme: Programme, say: (text: string) => void) {
  const t = useTexts(texts)
  const many = useTexts(selectionTexts)
  const where = useWhere(programme)
  return useQuickMove('broadcastSession', {
    done: (direction: Direction, session: Session) => t.stepped[direction](programme.nameOf(session), where(session)),
    refused: (direction: Direction, session: Session | undefined) =>
      session ? t.overtaken[direction](programme.nameOf(session)) : t.deletedMeanwhile,
    nothing: (direction: Direction) => t.nothingTo[direction],
    doneMany: (direction: Direction, count: number) => many.stepped[direction](count),
    say,
  })
}

interface MoveOptions {
  say: (text: string) => void
  /** Whether a move of a published session also writes `movedFrom`, which visitors see. */
  tellsVisitors: boolean
}

/** Every way to move a session without its form. Each announces its result. */
export function useMoves(programme: Programme, columns: readonly Column[], { say, tellsVisitors }: MoveOptions) {
  const t = useTexts(texts)
  const { needsName } = useCommon()
  const where = useWhere(programme)
  const quick = useSessionMove(programme, say)
  const many = useMany(programme, quick, { say, tellsVisitors })
  return useMemo(() => {
    const { zone, byId, nameOf, titleOfPlace } = programme
    const put = (session: Session, patch: { time?: SessionTime; interestPointId?: string | null }, waitMs = 0) => {
      const after = { ...session, ...patch }
      const isScheduled = session.time.start && after.time.start
      const isLonger = isScheduled && lengthOf(after.time) !== lengthOf(session.time)
      const text = !after.time.start
        ? t.unscheduled(nameOf(session))
        : isLonger
          ? t.resized(nameOf(session), timesOf(after, programme))
          : t.moved(nameOf(session), where(after))
      say(text)
      const movedFrom = tellsVisitors ? movedFromOf(session, patch, titleOfPlace) : undefined
      quick.move(session, movedFrom === undefined ? patch : { ...patch, movedFrom }, text, waitMs)
    }
    const withSession = (id: string, act: (session: Session) => void) => {
      const session = byId.get(id)
      // Key presses are faster than rendering.
      if (session) act(quick.shown(session))
    }
    return {
      ...many,
      conflict: quick.conflict,
      prepare: quick.prepare,
      historyKey: quick.historyKey,
      step: quick.step,
      change: (id: string, change: Change) =>
        withSession(id, (session) => {
          const patch = patchOf(session, change, zone)
          if (Object.keys(patch).length > 0) put(session, patch)
        }),
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
          if (isNamelessInPublic('broadcastSession', { ...session, status }))
            return void notifications.show({ color: 'yellow', message: needsName })
          const text = status === 'published' ? t.published(nameOf(session)) : t.unpublished(nameOf(session))
          say(text)
          quick.move(session, { status }, text)
        }),
    }
  }, [programme, columns, say, tellsVisitors, t, where, quick, many, needsName])
}

export type Moves = ReturnType<typeof useMoves>

/** Changes of several sessions. */
function useMany(
  { zone, titleOfPlace }: Programme,
  quick: ReturnType<typeof useSessionMove>,
  { say, tellsVisitors }: MoveOptions,
) {
  const t = useTexts(selectionTexts)
  const { needsName } = useCommon()
  return useMemo(() => {
    const change = (ids: readonly string[], patchOf: (session: Session) => Partial<Session>) => {
      if (ids.length > batchSize) return void notifications.show({ color: 'yellow', message: t.tooMany(batchSize) })
      const told = (session: Session) => {
        const patch = patchOf(session)
        const movedFrom = tellsVisitors ? movedFromOf(session, patch, titleOfPlace) : undefined
        return movedFrom === undefined ? patch : { ...patch, movedFrom }
      }
      quick.moveMany(ids, told, (count) => {
        const text = count === 0 ? t.unchanged : t.changed(count)
        say(text)
        return text
      })
    }
    return {
      shiftMany: (ids: readonly string[], minutes: number) =>
        change(ids, ({ time }) => ({ time: movedTime(time, minutes * 60_000, zone) })),
      changeMany: (ids: readonly string[], patch: Partial<Session>) =>
        change(ids, (session) => {
          if (isNamelessInPublic('broadcastSession', { ...session, ...patch })) throw new Error(needsName)
          return patch
        }),
    }
  }, [zone, titleOfPlace, quick, say, tellsVisitors, t, needsName])
}

/** The time and place of a session, in words. */
function useWhere(programme: Programme): (session: Session) => string {
  const t = useTexts(texts)
  const { untitled } = useCommon()
  return useCallback(
    (session) => {
      if (!session.time.start) return t.tray.title
      const id = session.interestPointId
      const place = id ? (programme.placeNames.get(id) ?? untitled) : t.noPlace
      return [timesOf(session, programme), place].filter(Boolean).join(', ')
    },
    [programme, t, untitled],
  )
}

const timesOf = (session: Session, programme: Programme) => entryOf(session, programme)?.times ?? ''

import { useMemo } from 'react'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { toWall } from '../../ui/zoned.ts'
import { type Clash, clashesOf } from './clashes.ts'
import { type Column, noPlace } from './columns.ts'
import { entryOf } from './entries.ts'
import { type Change, patchOf, timeAt } from './moves.ts'
import { type Session, slotOf } from './sessions.ts'
import { texts } from './texts.ts'
import { type Programme, timedOf } from './use-programme.ts'

/** Where a session would be if it were dropped now. */
export interface Readout {
  /** `18:00–19:30`, in the zone of the broadcast. */
  times: string
  /** Duration and place. */
  detail: string
  /** The first clash it would have, in words. */
  clash: string | undefined
}

export interface Drawn {
  start: string
  end: string
  columnId: string
}

/** Describes a change before it happens, by the rules for clashes that apply to stored sessions. */
export function usePreview(programme: Programme, columns: readonly Column[]) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return useMemo(() => {
    const { zone, byId, nameOf, hostNames, timed } = programme
    const clashText = ({ cause, causeId, first, second }: Clash, ownId: string) => {
      const other = byId.get(first === ownId ? second : first)
      const name = other ? nameOf(other) : ''
      const times = other ? (entryOf(other, programme)?.times ?? '') : ''
      return cause === 'place'
        ? t.preview.placeClash(name, times)
        : t.preview.hostClash(hostNames.get(causeId) ?? '…', name, times)
    }
    const describe = (session: Session): Readout => {
      const slot = slotOf(session)
      if (!slot) return { times: t.preview.unschedule, detail: '', clash: undefined }
      const wall = (ms: number) => toWall(new Date(ms).toISOString(), zone).slice(11, 16)
      const placeId = session.interestPointId ?? noPlace
      const place = columns.find(({ id }) => id === placeId)?.title ?? t.noPlace
      const own = timedOf(session)[0]
      const clashes = own ? clashesOf(own, timed) : []
      const [first] = clashes
      const others = new Set(clashes.flatMap((one) => [one.first, one.second])).size - 1
      const more = others > 1 ? ` ${t.preview.more(others - 1)}` : ''
      return {
        times: slot.isAllDay ? t.allDay : `${wall(slot.startMs)}–${wall(slot.endMs)}`,
        detail: slot.isAllDay ? place : `${durationText(slot.endMs - slot.startMs, language)} · ${place}`,
        clash: first && clashText(first, session._id) + more,
      }
    }
    return {
      ofChange: (id: string, change: Change): Readout | undefined => {
        const session = byId.get(id)
        return session && describe({ ...session, ...patchOf(session, change, zone) })
      },
      ofDrawn: ({ start, end, columnId }: Drawn): Readout => {
        const time = timeAt(start, Date.parse(`${end}Z`) - Date.parse(`${start}Z`), zone)
        const interestPointId = columnId === noPlace ? null : columnId
        return describe({ _id: '', time, interestPointId, hostIds: [] } as unknown as Session)
      },
    }
  }, [programme, columns, t, language])
}

export type Preview = ReturnType<typeof usePreview>

/** `1 h 15 min` */
function durationText(ms: number, language: string): string {
  const minutes = Math.round(ms / 60_000)
  const part = (value: number, unit: 'hour' | 'minute') =>
    value === 0 ? [] : [unitFormat(language, unit).format(value)]
  return [...part(Math.floor(minutes / 60), 'hour'), ...part(minutes % 60, 'minute')].join(' ')
}

/** A format takes longer to make than a step of a drag may take. */
function unitFormat(language: string, unit: 'hour' | 'minute'): Intl.NumberFormat {
  const key = `${language} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, format)
  return format
}

const formats = new Map<string, Intl.NumberFormat>()

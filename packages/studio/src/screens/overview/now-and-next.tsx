import { Progress, Skeleton, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { RecordFor } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords, useRecords, useRecordsById } from '../../data/records.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { dateFormats, dayOf, formatInstant } from '../../ui/zoned.ts'
import { Card } from './card.tsx'
import { useNow } from './clock.ts'
import { momentOf } from './now-next.ts'
import { texts } from './texts.ts'

type Session = RecordFor<'broadcastSession'>

const shownNext = 5
const fields = ['title', 'time', 'status', 'interestPointId', 'localeDetails']

/** Current sessions with their progress, and upcoming ones, in the zone of the broadcast. */
export function NowAndNext() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone, record } = useBroadcast()
  const now = useNow(10_000)
  const minute = new Date(Math.floor(now / 60_000) * 60_000).toISOString()
  const today = dayOf(minute, timezone, record.dayStart)
  const running = useAllRecords('broadcastSession', {
    // Sessions without an end are filtered by their assumed duration.
    filters: [
      { 'time.start': { $lte: minute } },
      { $or: [{ 'time.end': { $gt: minute } }, { 'time.start': { $gt: dayBefore(minute) } }] },
    ],
    fields,
  })
  const coming = useRecords('broadcastSession', {
    filters: [{ 'time.start': { $gt: minute } }],
    sort: { 'time.start': 'asc' },
    limit: shownNext + 3,
    fields,
  })
  const moment = momentOf(running.records, now)
  const next = momentOf(coming.records, now).next.slice(0, shownNext)
  const sessions = useMemo(() => [...running.records, ...coming.records], [running.records, coming.records])
  const placeIds = useMemo(() => sessions.flatMap(({ interestPointId }) => interestPointId ?? []), [sessions])
  const places = useRecordsById('broadcastInterestPoint', placeIds)
  const placeName = ({ interestPointId }: Session) => {
    const place = places.get(interestPointId ?? '')
    return place && nameOf('broadcastInterestPoint', place, language)
  }
  const clock = formatInstant(new Date(now).toISOString(), timezone, language, dateFormats.clock)
  const error = running.error ?? coming.error
  return (
    <Card
      title={t.nowNext}
      aside={
        <Text size="sm" c="dimmed" className="tabular">
          {t.clock(clock, timezone)}
        </Text>
      }
    >
      {error && <ProblemNotice error={error} />}
      {(running.isPending || coming.isPending) && <Skeleton height={160} radius="md" />}
      {running.data && moment.now.length === 0 && (
        <Text c="dimmed" size="sm" pb={8}>
          {t.nothingNow}
        </Text>
      )}
      <ul className="overview-list" aria-label={t.now}>
        {moment.now.map(({ session, part }) => (
          <SessionRow key={session._id} session={session} place={placeName(session)} part={part} />
        ))}
      </ul>
      {running.data && (
        <div className="now-line" aria-hidden>
          <span className="tabular">{clock}</span>
        </div>
      )}
      <ul className="overview-list" aria-label={t.next}>
        {next.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            place={placeName(session)}
            isOtherDay={dayOfSession(session, timezone, record.dayStart) !== today}
          />
        ))}
      </ul>
      {coming.data && next.length === 0 && (
        <Text c="dimmed" size="sm" pt={8}>
          {t.nothingNext}
        </Text>
      )}
    </Card>
  )
}

interface RowProps {
  session: Session
  place: string | undefined
  /** The progress of a running session. */
  part?: number
  isOtherDay?: boolean
}

function SessionRow({ session, place, part, isOtherDay = false }: RowProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const { start, end, allDay } = session.time
  const time = (at: string, format: Intl.DateTimeFormatOptions = dateFormats.clock) =>
    formatInstant(at, timezone, language, format)
  const title = nameOf('broadcastSession', session, language) || common.untitled
  const ending = part !== undefined && end ? t.until(time(end)) : undefined
  const words = [allDay ? t.allDay : ending, place].filter(Boolean).join(' · ')
  return (
    <li>
      <ScreenLink screen="programme" recordId={session._id} className="session-row">
        <span className="session-time tabular">
          {start && time(start)}
          {isOtherDay && start && <small>{time(start, dateFormats.day)}</small>}
        </span>
        <span className="session-words">
          <Text span fw={600}>
            {title}
          </Text>
          {words && (
            <Text span size="sm" c="dimmed" display="block">
              {words}
            </Text>
          )}
          {part !== undefined && (
            <Progress component="span" display="flex" value={part * 100} size={4} mt={6} aria-label={title} />
          )}
        </span>
        {session.status === 'draft' && <StatusChip status="draft" />}
      </ScreenLink>
    </li>
  )
}

const dayOfSession = ({ time }: Session, zone: string, dayStart: string) =>
  time.start ? dayOf(time.start, zone, dayStart) : ''

const dayBefore = (instant: string) => new Date(Date.parse(instant) - 86_400_000).toISOString()

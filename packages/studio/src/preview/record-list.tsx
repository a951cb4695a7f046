import type { KindName, ListQuery } from '../data/api.ts'
import { useRecords, useRecordsById } from '../data/records.ts'
import { useTexts } from '../texts/language.tsx'
import { formatInstant } from '../ui/zoned.ts'
import { useApp, useWords } from './app-context.ts'
import { isColor, textOn } from './color.ts'
import { AppIcon } from './icon.tsx'
import { Picture } from './picture.tsx'
import css from './preview.module.css'
import { listQueryOf } from './stored-query.ts'
import { texts } from './texts.ts'
import { numberOr, type Shown, textOr } from './words.ts'

/** The kinds that apps list. */
export type ListedKind = Extract<
  KindName,
  'broadcastSession' | 'broadcastHost' | 'broadcastInterestPoint' | 'broadcastArticle' | 'broadcastMap'
>

const usualSort: Record<ListedKind, ListQuery['sort']> = {
  broadcastSession: { 'time.start': 'asc' },
  broadcastHost: { title: 'asc' },
  broadcastInterestPoint: { title: 'asc' },
  broadcastArticle: { publishedAt: 'desc' },
  broadcastMap: { title: 'asc' },
}

interface Props {
  kind: ListedKind
  /** As stored in a block or a navigator; the service runs it. */
  query: unknown
  format: unknown
  height?: unknown
}

/** The records of a stored query, as a list, a grid or a carousel. */
export function RecordList({ kind, query, format, height }: Props) {
  const t = useTexts(texts)
  const asked = listQueryOf(query, usualSort[kind])
  const { records, isPending, error } = useRecords(kind, asked)
  if (error) return <p className={css.quiet}>{t.refusedList}</p>
  if (isPending) return <div className={css.waiting} aria-hidden />
  if (records.length === 0) return <p className={css.quiet}>{t.emptyList}</p>
  const shape = format === 'carousel' || format === 'grid' ? format : 'list'
  const shown = records.slice(0, asked.limit)
  return (
    <ul className={css.list} data-format={shape}>
      {shown.map((record) => (
        <li key={record._id}>
          <RecordTile kind={kind} record={record} isWide={shape === 'list'} height={height} />
        </li>
      ))}
    </ul>
  )
}

function RecordTile({
  kind,
  record,
  isWide,
  height,
}: {
  kind: ListedKind
  record: Shown
  isWide: boolean
  height: unknown
}) {
  const { open } = useApp()
  const words = useWords()
  const picture = record.media ?? record.coverImageUrl
  const title = words(record, 'title')
  return (
    <button
      type="button"
      className={css.tile}
      data-wide={isWide || undefined}
      style={{ minHeight: isWide ? undefined : numberOr(height, 0) || undefined }}
      onClick={() => open({ to: 'record', kind, id: String(record._id) })}
    >
      {picture ? (
        <Picture value={picture} className={css.tilePicture} isDecorative />
      ) : (
        <span
          className={css.tileStub}
          style={isColor(record.color) ? { background: record.color, color: textOn(record.color) } : undefined}
        >
          {record.icon ? <AppIcon icon={record.icon} size={22} /> : title.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className={css.tileWords}>
        <span className={css.tileTitle}>{title || '…'}</span>
        <TileDetail kind={kind} record={record} />
      </span>
    </button>
  )
}

function TileDetail({ kind, record }: { kind: ListedKind; record: Shown }) {
  const { dateLocale, timezone } = useApp()
  const words = useWords()
  const placeId = kind === 'broadcastSession' ? textOr(record.interestPointId) : ''
  const places = useRecordsById('broadcastInterestPoint', placeId ? [placeId] : none)
  const time = kind === 'broadcastSession' ? Object(record.time).start : record.publishedAt
  const parts = [
    typeof time === 'string' ? formatInstant(time, timezone, dateLocale, kind === 'broadcastSession' ? hour : day) : '',
    placeId ? words(places.get(placeId), 'title') : '',
    words(record, 'subtitle'),
  ].filter((part) => part !== '')
  return parts.length > 0 ? <span className={css.tileDetail}>{parts.join(' · ')}</span> : null
}

const none: string[] = []
const hour: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

/** @jsxImportSource preact */
import { useApp, useHref, useWords } from '../app-context.ts'
import { programmeOf } from '../data/programme.ts'
import { idOf, numberOr, type Shown, textOr } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { type ListedKind, runQuery } from '../data/stored-query.ts'
import { formatDate, formatDay, formatTime } from '../format.ts'
import { isColor, textOn } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { StoredIcon } from './icon.tsx'
import { Picture } from './picture.tsx'
import { SessionState, SessionTitle } from './session-state.tsx'
import { Star } from './star.tsx'

interface ListProps {
  kind: ListedKind
  /** As stored in a block or a tile. */
  query?: unknown
  format?: unknown
  height?: unknown
}

/** The records of a stored query, as a list, a grid or a carousel. */
export function QueryList({ kind, query, format, height }: ListProps) {
  const { data, locale } = useApp()
  return <TileList kind={kind} records={runQuery(data, kind, query, locale)} format={format} height={height} />
}

export function TileList({
  kind,
  records,
  format,
  height,
}: {
  kind: ListedKind
  records: Shown[]
  format?: unknown
  height?: unknown
}) {
  const { t } = useApp()
  if (records.length === 0) return <p class="mq-quiet">{t.emptyList}</p>
  const shape = format === 'carousel' || format === 'grid' ? format : 'list'
  return (
    <ul class="mq-list" data-format={shape}>
      {records.map((record) => (
        <li key={idOf(record)}>
          <RecordTile kind={kind} record={record} isWide={shape === 'list'} height={height} />
        </li>
      ))}
    </ul>
  )
}

/** A record as a card that opens it. */
export function RecordTile({
  kind,
  record,
  isWide,
  height,
  note,
}: {
  kind: ListedKind
  record: Shown
  isWide: boolean
  height?: unknown
  note?: string | undefined
}) {
  const href = useHref()
  const words = useWords()
  const id = idOf(record)
  const title = words(record, 'title') || '…'
  const least = isWide ? undefined : numberOr(height, 0) || undefined
  return (
    <div class={classes('mq-tile', least !== undefined && classOf({ minHeight: `${least}px` }))} data-wide={isWide}>
      <a class="mq-tile-link" href={href({ screen: kind, id })}>
        <TilePicture kind={kind} record={record} title={title} isWide={isWide} />
        <span class="mq-tile-words">
          <span class="mq-tile-title">{kind === 'session' ? <SessionTitle session={record} /> : title}</span>
          {kind === 'session' && <SessionState session={record} />}
          <TileDetail kind={kind} record={record} />
          {note !== undefined && <span class="mq-tile-detail">{note}</span>}
        </span>
      </a>
      {kind === 'session' && <Star id={id} title={title} />}
    </div>
  )
}

interface PictureProps {
  kind: ListedKind
  record: Shown
  title: string
  isWide: boolean
}

/** The picture of a record, or its icon or first letter on its color; the initials of a person. */
function TilePicture({ kind, record, title, isWide }: PictureProps) {
  const { data } = useApp()
  const picture = record.media ?? record.coverImageUrl
  if (picture)
    return (
      <Picture
        value={picture}
        class="mq-tile-picture"
        isDecorative
        sizes={isWide ? '96px' : '(min-width: 60rem) 20rem, 60vw'}
      />
    )
  const category = find(data, 'category', Object(record.categoryIds)[0])
  const color = [record.color, category?.color].find(isColor)
  return (
    <span class={classes('mq-tile-stub', color !== undefined && classOf({ background: color, color: textOn(color) }))}>
      {kind !== 'host' && (record.icon || category?.icon) ? (
        <StoredIcon icon={record.icon ?? category?.icon} size={24} />
      ) : (
        initialsOf(title, kind === 'host' ? 2 : 1)
      )}
    </span>
  )
}

/** Whole characters, as an emoji has several units. */
function initialsOf(title: string, count: number): string {
  const words = title.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words
    .slice(0, count)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}

function TileDetail({ kind, record }: { kind: ListedKind; record: Shown }) {
  const { data, locale } = useApp()
  const words = useWords()
  const timezone = textOr(data.broadcast.timezone, 'UTC')
  const slot = kind === 'session' ? programmeOf(data).byId.get(idOf(record)) : undefined
  const published = kind === 'article' ? Date.parse(textOr(record.publishedAt)) : Number.NaN
  const parts = [
    slot &&
      `${formatDay(slot.day, locale, 'tab')}${slot.isAllDay ? '' : ` · ${formatTime(slot.startMs, timezone, locale)}`}`,
    Number.isNaN(published) ? '' : formatDate(published, timezone, locale),
    kind === 'session' && words(find(data, 'place', record.interestPointId), 'title'),
    words(record, 'subtitle'),
  ].filter(Boolean)
  return parts.length > 0 ? <span class="mq-tile-detail">{parts.join(' · ')}</span> : null
}

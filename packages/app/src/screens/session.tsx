/** @jsxImportSource preact */
import { useApp, useHref, useWords } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { languageIn } from '../data/languages.ts'
import { calendarOf, clashesIn, programmeOf, type Slot } from '../data/programme.ts'
import { idOf, localizedOf, type Shown, textOr, textsIn } from '../data/shown.ts'
import { find, findAll } from '../data/site-data.ts'
import { formatDay, formatTime } from '../format.ts'
import { Category } from '../parts/category.tsx'
import { Icon } from '../parts/icon.tsx'
import { LinkChips } from '../parts/link-chips.tsx'
import { Picture } from '../parts/picture.tsx'
import { SessionMaterial } from '../parts/session-material.tsx'
import { SessionState, SessionTitle } from '../parts/session-state.tsx'
import { ShareButton } from '../parts/share.tsx'
import { Star } from '../parts/star.tsx'
import { TileList } from '../parts/tile.tsx'
import { RichText } from '../rich/rich-text.tsx'
import type { RecordProps } from './record.ts'

/** One session: when, where, who, and its text. */
export function SessionScreen({ record }: RecordProps) {
  const { api, data, locale, site, t } = useApp()
  const words = useWords()
  const id = idOf(record)
  const slot = programmeOf(data).byId.get(id)
  const [title, subtitle, text] = [words(record, 'title'), words(record, 'subtitle'), words(record, 'description')]
  const hosts = findAll(data, 'host', textsIn(record.hostIds))
  const calendar = new URLSearchParams({
    session: id,
    locale,
    ...(site.preview !== undefined && { preview: site.preview }),
  })
  return (
    <article>
      <Picture value={record.media} class="mq-cover" isDecorative isFirst />
      <div class="mq-content mq-narrow">
        <Categories record={record} />
        <div class="mq-headline">
          <h1 class="mq-title">
            <SessionTitle session={record} />
          </h1>
          <Star id={id} title={title} />
        </div>
        <SessionState session={record} />
        {subtitle !== '' && <p class="mq-subtitle">{subtitle}</p>}
        <ul class="mq-facts">
          <When slot={slot} />
          <Where record={record} />
          <How record={record} />
        </ul>
        <Clash slot={slot} />
        {text !== '' && <RichText text={text} />}
        <Blocks blocks={localizedOf(record, 'blocks', locale)} />
        <LinkChips links={record.links} />
        <SessionMaterial record={record} />
        {hosts.length > 0 && (
          <section class="mq-block">
            <h2 class="mq-heading">{t.hosts}</h2>
            <TileList kind="host" records={hosts} />
          </section>
        )}
        <div class="mq-chips">
          {slot && (
            <a class="mq-chip" href={`${api}/programme.ics?${calendar}`} data-stay>
              <Icon name="calendar-plus" /> {t.addToCalendar}
            </a>
          )}
          <ShareButton title={title} />
        </div>
      </div>
    </article>
  )
}

function Categories({ record }: { record: Shown }) {
  const { data } = useApp()
  const categories = findAll(data, 'category', textsIn(record.categoryIds))
  if (categories.length === 0) return null
  return (
    <ul class="mq-labels">
      {categories.map((category) => (
        <li key={idOf(category)}>
          <Category record={category} isLink />
        </li>
      ))}
    </ul>
  )
}

function When({ slot }: { slot: Slot | undefined }) {
  const { data, locale, t, visitor } = useApp()
  const href = useHref()
  const { timezone } = calendarOf(data)
  if (!slot) return <li>{t.timeToCome}</li>
  const { day, startMs, endMs, hasEnd, isAllDay } = slot
  const time = (zone: string) =>
    `${formatTime(startMs, zone, locale)}${hasEnd ? ` – ${formatTime(endMs, zone, locale)}` : ''}`
  const own = visitor?.timezone
  const isElsewhere = own !== undefined && own !== timezone && time(own) !== time(timezone)
  return (
    <li>
      <Icon name="clock" />
      <span>
        <a href={href({ screen: 'programme', day })}>{formatDay(day, locale)}</a>
        {`, ${isAllDay ? t.allDay : time(timezone)}`}
        {isElsewhere && !isAllDay && <small class="mq-quiet"> ({t.yourTime(time(own))})</small>}
      </span>
    </li>
  )
}

function Where({ record }: { record: Shown }) {
  const { data } = useApp()
  const href = useHref()
  const words = useWords()
  const place = find(data, 'place', record.interestPointId)
  if (!place) return null
  return (
    <li>
      <Icon name="map-pin" />
      <a href={href({ screen: 'place', id: idOf(place) })}>{words(place, 'title')}</a>
    </li>
  )
}

/** The type of the session, and the languages that are spoken. */
function How({ record }: { record: Shown }) {
  const { locale } = useApp()
  const languages = textsIn(record.languages).map((tag) => languageIn(tag, locale))
  const facts = [textOr(record.type), languages.join(', ')].filter((fact) => fact !== '')
  if (facts.length === 0) return null
  return (
    <li>
      <Icon name={languages.length > 0 ? 'language' : 'info'} />
      <span>{facts.join(' · ')}</span>
    </li>
  )
}

/** Other starred sessions at the same time. */
function Clash({ slot }: { slot: Slot | undefined }) {
  const { data, t, visitor } = useApp()
  const words = useWords()
  if (!slot || !visitor?.favorites.has(slot.id)) return null
  const starred = programmeOf(data).slots.filter(({ id }) => visitor.favorites.has(id))
  const others = clashesIn(starred).get(slot.id) ?? []
  return (
    <>
      {others.map((other) => (
        <p key={other.id} class="mq-warning">
          <Icon name="alert-triangle" /> {t.clash(words(other.session, 'title'))}
        </p>
      ))}
    </>
  )
}

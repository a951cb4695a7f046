import { Text } from '@mantine/core'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useAllRecords } from '../../../data/records.ts'
import { nameOf } from '../../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ScreenLink } from '../../../ui/navigation.tsx'
import { formatInstant, fromWall, toWall } from '../../../ui/zoned.ts'
import { scheduleOf, stripOf } from '../schedule.ts'
import { texts } from '../texts.ts'

/** The articles scheduled for the next two weeks, by day. Hidden while there are none. */
export function CalendarStrip() {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const [nowMs] = useState(() => Date.now())
  const [today] = toWall(new Date(nowMs).toISOString(), timezone).split(' ')
  const from = fromWall(`${today} 00:00:00`, timezone) ?? new Date(nowMs).toISOString()
  const { records } = useAllRecords('broadcastArticle', {
    filters: [{ publishedAt: { $gte: from } }],
    sort: { publishedAt: 'asc' },
    fields: ['title', 'status', 'publishedAt', 'localeDetails'],
  })
  const toCome = records.filter((one) => scheduleOf(one, nowMs).state !== 'published')
  const days = stripOf(toCome, today ?? '', 14, (instant) => toWall(instant, timezone).slice(0, 10))
  if (days.every(({ articles }) => articles.length === 0)) return null
  // The month is shown on its first day only; else two weeks would not fit in a row.
  const dayName = (day: string) =>
    formatInstant(`${day}T12:00:00Z`, 'UTC', language, {
      weekday: 'short',
      day: 'numeric',
      ...(day.endsWith('-01') && { month: 'short' }),
    })
  return (
    <section className="article-strip" aria-label={t.strip.title}>
      <p className="eyebrow">{t.strip.title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontal scroll container must be scrollable by keyboard */}
      <ol tabIndex={0} aria-label={t.strip.title}>
        {days.map(({ day, articles }) => (
          <li key={day} data-today={day === today || undefined} data-empty={articles.length === 0 || undefined}>
            <Text size="xs" c="dimmed" fw={600} component="time" dateTime={day}>
              {day === today ? t.strip.today : dayName(day)}
            </Text>
            {articles.map((article) => (
              <ScreenLink
                key={article._id}
                screen="articles"
                recordId={article._id}
                className="article-strip-link"
                data-planned={article.status !== 'published' || undefined}
              >
                <span className="tabular">{toWall(String(article.publishedAt), timezone).slice(11, 16)}</span>{' '}
                {nameOf('broadcastArticle', article, language) || common.untitled}
                {article.status !== 'published' && <em> ({t.strip.planned})</em>}
              </ScreenLink>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** @jsxImportSource preact */
import { useApp, useHref } from '../app-context.ts'
import { datesOf } from '../data/programme.ts'
import { leadOf, objectsIn, wordsOf } from '../data/shown.ts'
import { runQuery } from '../data/stored-query.ts'
import { formatDays } from '../format.ts'
import { TileList } from '../parts/tile.tsx'
import { RichText } from '../rich/rich-text.tsx'

/** A start page for a broadcast without blocks: its description, the next sessions and the latest news. */
export function UsualHome() {
  const { data, locale, nowMs, t } = useApp()
  const href = useHref()
  const { broadcast } = data
  const dates = datesOf(data)
  const text = wordsOf(broadcast, 'description', locale) || leadOf(broadcast, locale)
  const coming = { filters: [{ 'time.end': { $gte: new Date(nowMs).toISOString() } }], limit: 6 }
  const sessions = runQuery(data, 'session', coming, locale)
  const articles = runQuery(data, 'article', { limit: 3 }, locale)
  const isEmpty = objectsIn(sessions).length + articles.length === 0
  return (
    <>
      <h2 class="mq-title">{wordsOf(broadcast, 'name', locale)}</h2>
      {dates && <p class="mq-dates">{formatDays(dates, locale)}</p>}
      {text !== '' && <RichText text={text} />}
      {sessions.length > 0 && (
        <section class="mq-block">
          <div class="mq-headline">
            <h3 class="mq-heading">{t.programme}</h3>
            <a class="mq-see-all" href={href({ screen: 'programme' })}>
              {t.seeAll}
            </a>
          </div>
          <TileList kind="session" records={sessions} />
        </section>
      )}
      {articles.length > 0 && (
        <section class="mq-block">
          <h3 class="mq-heading">{t.articles}</h3>
          <TileList kind="article" records={articles} />
        </section>
      )}
      {isEmpty && <p class="mq-quiet">{t.soon}</p>}
    </>
  )
}

/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { programmeOf } from '../data/programme.ts'
import { find } from '../data/site-data.ts'
import { formatDay } from '../format.ts'
import { SessionRows } from '../parts/session-row.tsx'
import type { EmbedQuery } from './embed-query.ts'
import { Foot } from './foot.tsx'

/** The sessions of a place by day; those of one day when it names one. */
export function StageView({ query: { stage, day } }: { query: EmbedQuery }) {
  const { data, locale, t } = useApp()
  const words = useWords()
  const place = find(data, 'place', stage)
  const slots = programmeOf(data).slots.filter(
    (slot) => slot.placeId !== undefined && slot.placeId === stage && (day === undefined || slot.day === day),
  )
  return (
    <>
      {place && <h2 class="mq-heading">{words(place, 'title')}</h2>}
      {slots.length === 0 && <p class="mq-quiet">{t.embedding.noSessions}</p>}
      {[...Map.groupBy(slots, (slot) => slot.day)].map(([one, ofDay]) => (
        <section key={one}>
          <h3 class="mq-small-heading">{formatDay(one, locale)}</h3>
          <SessionRows slots={ofDay} />
        </section>
      ))}
      <Foot route={place && stage !== undefined ? { screen: 'place', id: stage } : { screen: 'programme' }} />
    </>
  )
}

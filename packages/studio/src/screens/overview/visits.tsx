import { screens } from '@marquee/model'
import { IconEye, IconStar } from '@tabler/icons-react'
import { placeOf } from '../../kinds/places.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { CrowdGrid } from './crowd-grid.tsx'
import { Hours } from './hours.tsx'
import { type Ranked, Ranking } from './ranking.tsx'
import type { Summary } from './use-visits.ts'
import { texts } from './visit-texts.ts'

const shown = 5

/** The answers to the questions of an organizer: which sessions, when, where, and what was not found. */
export function Visits({ summary, isTable }: { summary: Summary; isTable: boolean }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { hours, dayStart, sessions, places, pages, searches, crowd } = summary
  const popular = (kind: string, { id, title, favorites, views }: Summary['sessions'][number]): Ranked => ({
    key: id,
    name: title || common.untitled,
    place: placeOf(kind, id),
    count: favorites,
    figures: [
      { icon: IconStar, label: t.stars, count: favorites },
      { icon: IconEye, label: t.views, count: views },
    ],
  })
  const viewed = ({ screen, id, title, views }: Summary['pages'][number]): Ranked => ({
    key: `${screen}/${id}`,
    name: id === null ? t.screen[screen] : title || common.untitled,
    place: id === null ? undefined : placeOf(screens[screen] ?? '', id),
    count: views,
    figures: [{ icon: IconEye, label: t.views, count: views }],
  })
  return (
    <div className="visits">
      <Hours hours={hours} dayStart={dayStart} isTable={isTable} />
      <CrowdGrid crowd={crowd} dayStart={dayStart} />
      <Ranking
        title={t.starred}
        none={t.noStars}
        rows={sessions
          .filter(({ favorites }) => favorites > 0)
          .slice(0, shown)
          .map((one) => popular(screens.session, one))}
      />
      <Ranking
        title={t.stages}
        none={t.noStages}
        rows={places.slice(0, shown).map((one) => popular(screens.place, one))}
      />
      <Ranking title={t.viewed} none={t.noViews} rows={pages.slice(0, shown).map(viewed)} />
      <Ranking
        title={t.searches}
        none={t.noSearches}
        rows={searches
          .slice(0, shown)
          .map(({ text, count }) => ({ key: text, name: text, count, figures: [{ label: t.times, count }] }))}
      />
    </div>
  )
}

/** The totals of the range. */
export function VisitFigures({ summary: { visitors, hours, shares } }: { summary: Summary }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const views = hours.reduce((sum, { count }) => sum + count, 0)
  const figures = [
    [t.visitors, visitors.total],
    [t.views, views],
    [t.shares, shares],
  ] as const
  return (
    <dl className="visit-figures">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{number.format(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
